/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flex-amd64.s - FLEX rows: a realigned stack with r10 as the base of the
   CFA, then a row for each form of the RA and FP pairs.  */

        .include "sframe.inc"
        .text
        .skip   64
        sf_begin version=3
        sf_fde  .text+0, 28, flex=1
        sf_row  0, flex, 0x39, 8
        sf_row  5, flex, 0x51, 0
        sf_row  17, flex, 0x51, 0, 0, 0x33, 0
        sf_row  19, flex, 0x33, -8, 0, 0x33, 0
        sf_row  22, flex, 0x51, 0, 0, 0x33, 0
        sf_row  23, flex, 0x51, 0
        sf_row  27, flex, 0x39, 8
        sf_fde  .text+28, 36, flex=1, signal=1
        sf_row  0, undef
        sf_row  4, flex, 0x39, 8, 0
        sf_row2 8, flex, 0x39, 136, 0x3b, 0x80, 0x3b, -8
        sf_row  12, flex, 0x31, 16, 0x02, -8, 0x02, -16
        sf_row4 16, flex, 0x39, 0x12345678, 0x81, 0
        sf_row2 20, flex, (131<<3)|1, 8
        sf_end
