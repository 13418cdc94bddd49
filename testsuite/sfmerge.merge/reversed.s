/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   reversed.s - functions in two sections, listed from the highest address
   to the lowest.  */

        .include "sframe.inc"
        .section .text.a,"ax",%progbits
        .skip   24
        .section .text.b,"ax",%progbits
        .skip   8
        sf_begin version=V
        sf_fde  .text.b+0, 8
        sf_row  0, sp, 8
        sf_fde  .text.a+16, 8
        sf_row  0, sp, 16
        sf_fde  .text.a+8, 8
        sf_row  0, sp, 24
        sf_fde  .text.a+0, 8
        sf_row  0, sp, 32
        sf_end
