# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: rows of an object where .eh_frame says what SFrame cannot
#source: ../inc/unjudged.s --defsym V=3
#as: x86_64 aarch64
#sfmerge: synth -o out %O
#warning: unjudged.o: warning: 7 functions of .sframe replaced: .eh_frame contradicts the rules
#note: unjudged.o: note: 1 function left out: an instruction that is unknown, or damaged
#note: unjudged.o: note: 2 functions left out: an expression that is neither a register plus an offset nor the memory there
#note: unjudged.o: note: 2 functions left out: a stack pointer that does not follow from the CFA
#note: unjudged.o: note: 1 function left out: a frame pointer that cannot be restored
out: section .sframe, 102 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 4, fre_len 26, fdeoff 0, freoff 48
    fde 0 at 0x1c: start .text+0x0 <first>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start .text+0x40 <last>, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 2 at 0x3c: start .text+0x38 <ended>, size 8, fre_off 0x10, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
