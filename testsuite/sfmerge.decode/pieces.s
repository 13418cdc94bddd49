/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   pieces.s - a section that holds a piece of each version one after the
   other, each at a multiple of 8, with a whole header's worth of zero
   bytes between two.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=1
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
        sf_begin version=2, in=here
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
        sf_half 1
        .balign 8
        .skip   32
        sf_begin version=2, in=here, flags=4
        sf_fde  .text+16, 8
        sf_row  0, sp, 24
        sf_end
        sf_begin version=3, in=here
        sf_fde  .text+24, 8
        sf_row  0, sp, 32
        sf_end
