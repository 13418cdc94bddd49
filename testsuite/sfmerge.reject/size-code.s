/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   size-code.s - a row has words of size code 3.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_rawrow 4, 0x63
        .byte   16
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
