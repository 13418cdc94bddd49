/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   second-piece.s - the second of three pieces has version 9; the others
   are right.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=2, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
        sf_begin version=9, ra=-8, flags=0, in=here
        sf_fde  .text+8, 8
        sf_row  0, sp, 8
        sf_end
        sf_begin version=3, ra=-8, in=here
        sf_fde  .text+16, 8
        sf_row  0, sp, 8
        sf_end
