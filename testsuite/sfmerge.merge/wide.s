/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   wide.s - a function of SIZE bytes whose last row starts at its last byte.  */

        .include "sframe.inc"
        .text
        .skip   SIZE
        sf_begin version=2
        sf_fde  .text+0, SIZE, type=TYPE
        sf_row  0, sp, 8
        sf_row2 SIZE-1, sp, 16, -128
        sf_end
