/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   amd64.s - two functions of 7 and 9 bytes, as an assembler describes them:
   push, frame pointer and pop; sub and add of the stack pointer.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, flags=F
        sf_fde  .text+0, 7
        sf_row  0, sp, 8
        sf_row  1, sp, 16, -16
        sf_row  4, fp, 16, -16
        sf_row  6, sp, 8
        sf_fde  .text+7, 9
        sf_row  0, sp, 8
        sf_row  4, sp, 32
        sf_row  8, sp, 8
        sf_end
