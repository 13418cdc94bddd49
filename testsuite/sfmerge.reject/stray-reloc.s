/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   stray-reloc.s - a relocation hits no start field, and there are more
   relocations than functions: they cannot be paired.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
        .skip   3
        sf_half 0
        .reloc  .Lsf_fdes0+4, R_X86_64_32, .text+8
