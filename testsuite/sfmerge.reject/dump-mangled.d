# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: a mangled RA on AMD64
#source: mangled.s --defsym V=1
#status: 1
mangled.o: section .sframe, 51 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 6, fdeoff 0, freoff 17
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    error at 0x30: the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
