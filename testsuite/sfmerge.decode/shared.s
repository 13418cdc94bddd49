/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   shared.s - three functions that share one row block, among them one that
   takes it with an FRE count of its own.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, sp, 16
        sf_fde  .text+8, 8, rows=0
        sf_fde  .text+16, 8, rows=0
        .if     V != 3
        sf_fde_as num=1
        sf_fde  .text+24, 8, rows=0
        .endif
        sf_end
