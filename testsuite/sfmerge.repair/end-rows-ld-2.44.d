# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows at the end of a function stop GNU ld 2.44
#source: end-rows.s
#sfmerge: convert --for=ld-2.44 -o out %O
out: section .sframe, 77 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 9, fdeoff 0, freoff 40
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
