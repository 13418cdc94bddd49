# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: the keys of an object's .eh_frame
#source: ../inc/marks.s --defsym V=2 --defsym KEYS=1
#as: aarch64
#sfmerge: synth -o out %O
#warning: marks.o: warning: 5 functions of .sframe replaced: .eh_frame contradicts the rules
#note: marks.o: note: 3 functions left out: the mark of a signal frame, which needs version 3
out: section .sframe, 143 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 5, num_fres 5, fre_len 15, fdeoff 0, freoff 100
    fde 0 at 0x1c: start .text+0x0 <plain>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x30: start .text+0x18 <invented>, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 2 at 0x44: start .text+0x20 <key_b>, size 8, fre_off 0x6, num_fres 1, ADDR1 INC PAUTH_B
      0x0: cfa=sp+8 @UNSAVED@
    fde 3 at 0x58: start .text+0x28 <key_lost>, size 8, fre_off 0x9, num_fres 1, ADDR1 INC PAUTH_B
      0x0: cfa=sp+8 @UNSAVED@
    fde 4 at 0x6c: start .text+0x30 <key_invented>, size 8, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
