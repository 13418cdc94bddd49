# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: 70000 rows of an object are too many for version 3
#source: ../sfmerge.merge/many-rows.s
#sfmerge: convert --to=v3 -o out %O
#warning: many-rows.o: warning: 1 function: left out: more rows than version 3 can count
out: section .sframe, 28 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 0, num_fres 0, fre_len 0, fdeoff 0, freoff 0
