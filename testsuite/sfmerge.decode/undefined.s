/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   undefined.s - rows without words: RA is undefined, the outermost frame.  */

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
