/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   size-evidence.s - two descriptions of one function that do not agree;
   the second has the size of the symbol.  */

        .include "sframe.inc"
        .text
        .type   f, %function
f:      .skip   12
        .size   f, 12
        .skip   4
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+0, 12
        sf_row  0, sp, 32
        sf_fde  .text+12, 4
        sf_row  0, sp, 16
        sf_end
