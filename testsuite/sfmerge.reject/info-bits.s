/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   info-bits.s - the second of three functions has a bit set in its info
   that the version leaves unused.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde_as info=INFO, info2=INFO2
        sf_fde  .text+8, 8
        sf_row  0, sp, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 16
        sf_end
