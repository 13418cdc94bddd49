# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: one row block for several functions, version 1
#source: shared.s --defsym V=1
#as: x86_64 aarch64_be
shared.o: section .sframe, 102 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 4, num_fres 2, fre_len 6, fdeoff 0, freoff 68
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: cfa=sp+16 @UNSAVED@
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      rows as of fde 0
    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      rows as of fde 0
    fde 3 at 0x4f: start .text+0x18, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
