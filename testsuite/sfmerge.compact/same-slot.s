/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   same-slot.s - FLEX rows that name one slot relative to the CFA and relative
   to the register of the CFA.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=3
        sf_fde  .text+0, 16, flex=1
        sf_row  0, flex, 0x39, 16, 0, 2, -16
        sf_row  4, flex, 0x39, 16, 0, 0x3b, 0
        sf_row2 8, flex, 0x39, 16, 0, 2, -16
        sf_row  12, flex, 0x39, 16
        sf_end
