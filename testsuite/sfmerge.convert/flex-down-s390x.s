/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flex-down-s390x.s - FLEX functions of s390x: registers and slots that
   version 2 says with odd and even words, FP saved without RA, wide words,
   and what it cannot say: a register plus an offset, a CFA from r1,
   an odd slot, an undefined return address.  */

        .include "sframe.inc"
        .text
        .skip   64
        sf_begin version=3
        sf_fde  .text+0, 16, flex=1
        sf_row  0, flex, 0x79, 0
        sf_row  4, flex, 0x79, 0, 0, 0x89, 0
        sf_row  8, flex, 0x59, 20, 0x02, -48, 0x02, -72
        sf_row2 12, flex, 0x79, 512, 0x81, 0, 0x02, -72
        sf_fde  .text+16, 8, flex=1
        sf_row  0, flex, 0x79, 0, 0x81, 8
        sf_fde  .text+24, 8, flex=1
        sf_row  0, flex, 0x09, 0
        sf_fde  .text+32, 8, flex=1
        sf_row  0, flex, 0x79, 0, 0x02, -47
        sf_fde  .text+40, 16, flex=1
        sf_row2 0, flex, 0x79, 0, 0x02, -128, 0x02, -136
        sf_row  8, flex, 0x79, 0
        sf_fde  .text+56, 8, flex=1
        sf_row  0, flex, 0x79, 0
        sf_row  4, undef
        sf_end
