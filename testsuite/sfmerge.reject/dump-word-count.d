# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: four words in a row
#source: word-count.s --defsym V=1
#status: 1
word-count.o: section .sframe, 74 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 12, fdeoff 0, freoff 34
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    error at 0x41: the FRE info is 0x09: more words than the ABI has
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
