/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fre-off.s - the second of three functions has its rows, in version 3
   its attribute block, past the end of the rows.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde_as off=OFF, num=1
        sf_fde  .text+8, 8, rows=0
        sf_fde  .text+16, 8
        sf_row  0, sp, 16
        sf_end
