# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: stray relocations are paired by order
#source: stray-order.s
#sfmerge: repair -v -o out %O
#stderr: sfmerge: stray-order.o: rewritten: v2, pieces 1, functions 3 of 3, dead 0, described twice 0, void relocations 1, relocations paired by order
out: section .sframe, 97 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 60
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 ra=*(cfa-8) fp=same
