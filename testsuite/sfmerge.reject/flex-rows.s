/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flex-rows.s - FLEX rows that have no meaning: one word; seven; a CFA
   that is no register; a bit of a control word that is unused; a register
   without the bit that says there is one; a register that the machine
   has not; no offset.  */

        .include "sframe.inc"
        .text
        .skip   64
        sf_begin version=3
        sf_fde  .text+0, 8, flex=1
        sf_row  0, flex, 0x39
        sf_fde  .text+8, 8, flex=1
        sf_row  0, flex, 0x39, 8, 2, -8, 2, -16, 0
        sf_fde  .text+16, 8, flex=1
        sf_row  0, flex, 0x02, 8
        sf_fde  .text+24, 8, flex=1
        sf_row  0, flex, 0x3d, 8
        sf_fde  .text+32, 8, flex=1
        sf_row  0, flex, 0x39, 8, 0x38, -8
        sf_fde  .text+40, 8, flex=1
        sf_row2 0, flex, 0x39, 8, (32<<3)|1, -8
        sf_fde  .text+48, 8, flex=1
        sf_row  0, flex, 0x39, 8, 0x02
        sf_fde  .text+56, 8, flex=1
        sf_row  0, flex, 0x39, 8
        sf_end
