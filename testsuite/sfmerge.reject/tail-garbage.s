/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tail-garbage.s - bytes that are neither padding nor a header follow
   the last row: at once, and after padding to 8.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=2, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
        .fill   PAD, 1, 0
        .fill   40, 1, 0x41
