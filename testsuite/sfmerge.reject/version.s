/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   version.s - versions 0 and 4 do not exist.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=V, ra=-8, flags=0
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
