# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section whose functions are all dead stays, empty
#sfmerge: convert --split -v -o out %O
#stderr: sfmerge: all-dead.o(.sframe+0x1c): function left out: its relocation is against nothing
#stderr: sfmerge: all-dead.o: rewritten: v3, pieces 1, functions 0 of 1, dead 1, described twice 0, void relocations 0
out: section .sframe, 28 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 0, num_fres 0, fre_len 0, fdeoff 0, freoff 0
