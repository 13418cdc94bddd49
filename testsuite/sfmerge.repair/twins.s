/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   twins.s - functions described twice: alike, by rows of another width, with
   other rows, and one of size 0 at the place of another.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  1, sp, 16
        sf_fde  .text+8, 8
        sf_row  0, sp, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 8
        sf_fde  .text+24, 0
        sf_row  0, sp, 8
        sf_fde  .text+24, 8
        sf_row  0, sp, 8
        sf_end
        sf_begin version=2, in=here
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  1, sp, 16
        sf_fde  .text+8, 8, type=1
        sf_row2 0, sp, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 16
        sf_fde  .text+24, 0
        sf_row  0, sp, 8
        sf_end
