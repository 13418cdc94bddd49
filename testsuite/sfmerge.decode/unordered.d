# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: row blocks in another order, version 1
#source: unordered.s --defsym V=1
#as: x86_64 aarch64_be
unordered.o: section .sframe, 90 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 3, fre_len 11, fdeoff 0, freoff 51
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR2 INC
      0x0: cfa=sp+16 @UNSAVED@
    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
