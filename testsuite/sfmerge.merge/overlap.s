/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   overlap.s - a function begins inside another; nothing confirms or
   contradicts either.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=2
        sf_fde  .text+0, 16
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_fde  .text+16, 8
        sf_row  0, sp, 24
        sf_end
