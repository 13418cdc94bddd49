/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plain-frame.s - a function that every version can describe.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
