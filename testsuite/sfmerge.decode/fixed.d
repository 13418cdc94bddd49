# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: FP and RA at fixed offsets, version 1
#source: fixed.s --defsym V=1
#as: x86_64 aarch64_be
fixed.o: section .sframe, 51 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset -16, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 6, fdeoff 0, freoff 17
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x8: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
