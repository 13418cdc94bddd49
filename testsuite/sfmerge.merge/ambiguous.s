/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   ambiguous.s - two descriptions of one function that do not agree,
   and nothing that tells which is right.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_fde  .text+0, 8
        sf_row  0, sp, 32
        sf_end
