# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --partial empties an object without any relocation of .sframe
#source: no-relocs.s
#sfmerge: repair --partial -o out %O
#warning: no-relocs.o: warning: .sframe: has 2 functions and no relocation that says where they are
out: section .sframe, 28 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 0, num_fres 0, fre_len 0, fdeoff 0, freoff 0
