/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   all-dead.s - a function that is nowhere in the object, alone.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=3
        sf_fde  elsewhere, 8
        sf_row  0, sp, 8
        sf_end
