/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   duplicates.s - two functions are described twice, one of them with
   rows of another width and another version's encoding: what they say is
   the same.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_fde  .text+8, 8
        sf_row  0, sp, 24
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_fde  .text+8, 8, type=1
        sf_row2 0, sp, 24
        sf_end
