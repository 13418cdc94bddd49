/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   s390x-odd.s - words of s390x that name a register where there is none:
   in a DEFAULT row of version 3, and above 31 or below 0 before.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=V
        sf_fde  .text+0, 12
        sf_row  0, sp, 0
        .if     V == 3
        sf_row  6, sp, 0, (16<<1)|1
        .else
        sf_row  6, sp, 0, (32<<1)|1
        sf_row  8, sp, 0, -1
        .endif
        sf_fde  .text+12, 12
        sf_row  0, sp, 0
        sf_end
