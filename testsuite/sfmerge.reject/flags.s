/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flags.s - flag F is not defined in version V.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=V, ra=-8, flags=F
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
