/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   lazy-rows.s - functions and rows that cover nothing: a function of size
   0 at the start of another, rows with equal starts, of which the last
   counts, and rows that start at or past the end.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  0, sp, 16
        sf_row  4, sp, 24
        sf_row  4, sp, 32
        sf_row  4, sp, 40
        sf_fde  .text+8, 0
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 8
        sf_row  8, sp, 16
        sf_fde  .text+16, 16
        sf_row  0, sp, 8
        sf_row  15, sp, 16
        sf_row  16, sp, 24
        sf_row  200, sp, 32
        sf_end
