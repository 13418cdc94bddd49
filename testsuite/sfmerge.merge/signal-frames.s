/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   signal-frames.s - functions without rows, one of them a signal frame, and a
   signal frame with rows.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=3
        sf_fde  .text+0, 8, signal=1
        sf_fde  .text+8, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 8
        sf_fde  .text+24, 8, signal=1
        sf_row  0, sp, 16
        sf_end
