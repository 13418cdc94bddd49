/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   outermost.s - rows without words: RA is undefined.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, undef
        sf_fde  .text+8, 8
        sf_row  0, sp, 8
        sf_row  4, undef
        sf_end
