/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   s390x-saved.s - version 2 of s390x: slots, registers, FP without RA, a row
   that the next one covers and one past the end.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=2, flags=4
        sf_fde  .text+0, 16
        sf_row  0, sp, 0
        sf_row  2, sp, 0, 33
        sf_row  2, sp, 0, 35
        sf_row  4, fp, 20, -48, -72
        sf_row  8, sp, 0, 0, 37
        sf_row  16, sp, 1
        sf_fde  .text+16, 0
        sf_row  0, sp, 0, 33
        sf_fde  .text+16, 16
        sf_row  0, sp, 0, -48
        sf_end
