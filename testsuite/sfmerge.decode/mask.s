/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mask.s - the functions of a PLT: its first entry, then a block of 16
   bytes that repeats (MASK; version 1 does not say how long it is).  */

        .include "sframe.inc"
        .text
        .skip   80
        sf_begin version=V
        sf_fde  .text+0, 16
        sf_row  0, sp, 16
        sf_row  6, sp, 24
        sf_fde  .text+16, 64, mask=1, rep=16
        sf_row  0, sp, 8
        sf_row  11, sp, 16
        sf_end
