/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   shares.s - 150 functions, each in a section of its own, that share a block
   of 1,000 rows of 4 bytes.  */

        .include "sframe.inc"
        .macro  code, number
        .section .text.f\number,"ax",%progbits
        .skip   1000
        .endm
        .macro  another, number
        .noaltmacro
        sf_fde  .text.f\number, 1000, type=1, rows=0
        .endm
        .set    number, 0
        .altmacro
        .rept   150
        code    %number
        .set    number, number + 1
        .endr
        .noaltmacro
        sf_begin version=2
        sf_fde  .text.f0, 1000, type=1
        .set    start, 0
        .rept   1000
        sf_row  start, sp, 8
        .set    start, start + 1
        .endr
        .set    number, 1
        .rept   149
        .altmacro
        another %number
        .set    number, number + 1
        .endr
        sf_end
