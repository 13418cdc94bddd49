/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flex-down-amd64.s - FLEX functions: four that older versions can say in
   other words, and five that they cannot: a CFA from r10, a CFA in memory,
   RA in a register, RA in an odd place, FP based on another register than
   the CFA.  */

        .include "sframe.inc"
        .text
        .skip   80
        sf_begin version=3
        sf_fde  .text+0, 8, flex=1
        sf_row  0, flex, 0x39, 8
        sf_row  4, flex, 0x31, 16, 0x02, -8, 0x02, -16
        sf_fde  .text+8, 8, flex=1
        sf_row2 0, flex, 0x39, 16, 0, 0x3b, 0
        sf_fde  .text+16, 8, flex=1
        sf_row  0, flex, 0x39, 8
        sf_row2 2, flex, 0x39, 300, 0, 0x02, -16
        sf_row  4, flex, 0x31, 16, 0x33, 8, 0x33, 0
        sf_fde  .text+24, 8, flex=1
        sf_row  0, flex, 0x39, 8, 0
        sf_fde  .text+32, 8, flex=1
        sf_row  0, flex, 0x39, 8
        sf_row  4, flex, 0x51, 0
        sf_fde  .text+40, 8, flex=1
        sf_row  0, flex, 0x33, -8, 0, 0x33, 0
        sf_fde  .text+48, 8, flex=1
        sf_row2 0, flex, 0x39, 8, 0x81, 0
        sf_fde  .text+56, 8, flex=1
        sf_row  0, flex, 0x39, 8, 0x02, -16
        sf_fde  .text+64, 8, flex=1
        sf_row  0, flex, 0x39, 8, 0, 0x33, 0
        sf_fde  .text+72, 8
        sf_row  0, sp, 8
        sf_end
