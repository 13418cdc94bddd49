/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   s390x.s - a function that saves FP and RA in slots, and a leaf that
   keeps FP in f2 and RA in f0: odd words before version 3, FLEX rows in it.  */

        .include "sframe.inc"
        .text
        .skip   40
        sf_begin version=V, flags=F
        sf_fde  .text+0, 20
        sf_row  0, sp, 0
        sf_row  6, sp, 0, -48, -72
        sf_row  12, fp, 20, -48, -72
        sf_row  18, sp, 0
        .if     V == 3
        sf_fde  .text+20, 18, flex=1
        sf_row  0, flex, 0x79, 0
        sf_row  4, flex, 0x79, 0, 0, 0x89, 0
        sf_row  8, flex, 0x79, 0, 0x81, 0, 0x89, 0
        sf_row  12, flex, 0x79, 0, 0x81, 0
        sf_row  16, flex, 0x79, 0
        .else
        sf_fde  .text+20, 18
        sf_row  0, sp, 0
        sf_row  4, sp, 0, 0, (17<<1)|1
        sf_row  8, sp, 0, (16<<1)|1, (17<<1)|1
        sf_row  12, sp, 0, (16<<1)|1
        sf_row  16, sp, 0
        .endif
        sf_end
