# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: rows without words, version 1
#source: undefined.s --defsym V=1
#as: x86_64 aarch64_be
undefined.o: section .sframe, 69 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 7, fdeoff 0, freoff 34
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: ra=undefined
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x2, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
