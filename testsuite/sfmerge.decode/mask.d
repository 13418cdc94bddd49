# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: PLT functions, version 1
#source: mask.s --defsym V=1
#as: x86_64 aarch64_be
mask.o: section .sframe, 74 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 4, fre_len 12, fdeoff 0, freoff 34
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
    fde 1 at 0x2d: start .text+0x10, size 64, fre_off 0x6, num_fres 2, ADDR1 MASK
      0x0: cfa=sp+8 @UNSAVED@
      0xb: cfa=sp+16 @UNSAVED@
