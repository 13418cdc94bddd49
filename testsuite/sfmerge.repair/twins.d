# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: functions described twice
#source: twins.s
#sfmerge: repair -v -o out %O
#stderr: sfmerge: twins.o: function at .text+0x0: is described twice, identically
#stderr: sfmerge: twins.o: function at .text+0x8: is described twice, identically
#stderr: sfmerge: twins.o: rewritten: v2, pieces 2, functions 7 of 9, dead 0, described twice 2, void relocations 0
out: section .sframe, 192 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 7, num_fres 8, fre_len 24, fdeoff 0, freoff 140
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 3 at 0x58: start .text+0x18, size 0, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 4 at 0x6c: start .text+0x18, size 8, fre_off 0xf, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 5 at 0x80: start .text+0x10, size 8, fre_off 0x12, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 6 at 0x94: start .text+0x18, size 0, fre_off 0x15, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
