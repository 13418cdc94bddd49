/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   runs.s - functions of three sections of code, one of them in a COMDAT group
   and one in two places of the table.  */

        .include "sframe.inc"
        .section .text.a,"ax",%progbits
        .skip   16
        .section .text.b,"ax",%progbits
        .skip   8
        .section .text.c,"axG",%progbits,c,comdat
        .skip   8
        sf_begin version=V
        sf_fde  .text.a+0, 8
        sf_row  0, sp, 8
        sf_fde  .text.b+0, 8
        sf_row  0, sp, 16
        sf_fde  .text.a+8, 8
        sf_row  0, sp, 24
        sf_fde  .text.c+0, 8
        sf_row  0, sp, 32
        sf_end
