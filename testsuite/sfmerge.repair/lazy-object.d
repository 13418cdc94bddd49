# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows and functions that cover nothing stay
#source: ../sfmerge.merge/lazy-rows.s --defsym V=2
#sfmerge: convert --to=v3 -v -o out %O
#stderr: sfmerge: lazy-rows.o: rewritten: v3, pieces 1, functions 4 of 4, dead 0, described twice 0, void relocations 0
out: section .sframe, 148 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 4, num_fres 12, fre_len 56, fdeoff 0, freoff 64
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 5, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
      0x4: cfa=sp+24 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x4: cfa=sp+40 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start .text+0x8, size 0, fre_off 0x14, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start .text+0x8, size 8, fre_off 0x1c, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x8: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 3 at 0x4c: start .text+0x10, size 16, fre_off 0x27, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0xf: cfa=sp+16 ra=*(cfa-8) fp=same
      0x10: cfa=sp+24 ra=*(cfa-8) fp=same
      0xc8: cfa=sp+32 ra=*(cfa-8) fp=same
