/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   aarch64.s - functions that save LR only (2 words), both FP and LR (3
   words, with words of 2 bytes), and that sign the return address with
   key B.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=V, flags=F
        sf_fde  .text+0, 12
        sf_row  0, sp, 0
        sf_row  4, sp, 16, -16
        sf_row  8, sp, 0
        sf_fde  .text+12, 20, pauth=1
        sf_row  0, sp, 0
        sf_row  4, spm, 0
        sf_row2 8, spm, 272, -264, -272
        sf_row2 12, fpm, 272, -264, -272
        sf_row  16, sp, 0
        sf_end
