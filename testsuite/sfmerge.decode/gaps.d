# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: auxiliary header and gaps, version 1
#source: gaps.s --defsym V=1
#as: x86_64 aarch64_be
gaps.o: section .sframe, 90 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 12
    num_fdes 2, num_fres 2, fre_len 6, fdeoff 4, freoff 44
    fde 0 at 0x2c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x3d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
