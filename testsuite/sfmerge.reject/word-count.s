/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   word-count.s - a row has more words than the ABI gives a meaning to.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, sp, 16, -16, -8, -24
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
