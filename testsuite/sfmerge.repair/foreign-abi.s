/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   foreign-abi.s - a piece of another ABI than the object's.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=2, abi=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
