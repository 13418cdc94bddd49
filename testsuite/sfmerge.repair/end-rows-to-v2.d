# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows at the end of a function stay for any reader
#source: end-rows.s
#sfmerge: convert --to=v2 -o out %O
out: section .sframe, 106 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 6, fre_len 18, fdeoff 0, freoff 60
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+16 ra=*(cfa-8) fp=same
      0x8: cfa=sp+24 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text+0x8, size 0, fre_off 0x9, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0xc, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
