/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   overlap-symbol.s - a function begins inside another; only the outer
   one has a symbol.  */

        .include "sframe.inc"
        .text
        .type   outer, %function
outer:  .skip   16
        .size   outer, 16
        .type   last, %function
last:   .skip   8
        .size   last, 8
        sf_begin version=2
        sf_fde  .text+0, 16
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_fde  .text+16, 8
        sf_row  0, sp, 24
        sf_end
