/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   cut-row.s - the last row says that it has two words, and the section
   ends after the first.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_rawrow 0, 0x05
        .byte   16
        sf_end
