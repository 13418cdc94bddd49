/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   end-rows.s - rows that cover nothing, which assemblers write for a directive
   after the last instruction, and a function of size 0.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=3
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_row  8, sp, 24
        sf_fde  .text+8, 0
        sf_row  0, sp, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 8
        sf_row  0, sp, 16
        sf_end
