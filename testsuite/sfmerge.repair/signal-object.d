# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: version 2 has neither functions without rows nor signal frames
#source: ../sfmerge.merge/signal-frames.s
#sfmerge: convert --for=ld-2.44 -o out %O
#warning: signal-frames.o: warning: 2 functions: left out: a function without rows needs version 3
#warning: signal-frames.o: warning: 1 function: left out: the mark of a signal frame needs version 3
out: section .sframe, 51 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
