/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   widths.s - one row whose type is wider than the function needs: of SIZE
   bytes, with starts of TYPE.  */

        .include "sframe.inc"
        .text
        .skip   SIZE
        sf_begin version=2
        sf_fde  .text+0, SIZE, type=TYPE
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_end
