/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   repeated.s - rows that say what the one before them says, also in other
   bytes, wider types than needed, and a function like another.  Version 1
   cannot describe blocks that repeat.  */

        .include "sframe.inc"
        .text
        .if     V == 1
        /* Two functions that nothing confirms are refused in version 2
           without FDE_FUNC_START_PCREL.  */
        .type   alike, %function
        .globl  alike
alike = .text+16
        .size   alike, 16
        .endif
        .skip   80
        sf_begin version=V
        sf_fde  .text+0, 16, type=1
        sf_row  0, sp, 8
        sf_row  4, sp, 8
        sf_row  8, sp, 16, -16
        sf_row2 12, sp, 16, -16
        sf_fde  .text+16, 16
        sf_row  0, sp, 8
        sf_row2 2, sp, 8
        sf_row  8, sp, 16, -16
        sf_fde  .text+32, 16
        sf_row  0, undef
        sf_row  4, undef
        sf_row  8, sp, 8
        sf_row4 12, fp, 8
        .if     V > 1
        sf_fde  .text+48, 32, mask=1, rep=16
        sf_row  0, sp, 8
        sf_row  6, sp, 8
        sf_row  11, sp, 16
        .endif
        sf_end
