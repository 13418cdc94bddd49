/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   machine-s390x.s - a function that saves its registers on the stack and one
   that keeps them in f0 and f2, with call frame information and, of version
   V, the same in .sframe.  PART is 1 or 2.  */

        .include "sframe.inc"
        .macro  name prefix, number
        .globl  \prefix\number
        .type   \prefix\number, %function
\prefix\number:
        .endm

        .text
        .altmacro
        name saves_, %PART
        .noaltmacro
        .cfi_startproc
        stmg    %r11, %r15, 88(%r15)
        .cfi_rel_offset 11, 88
        .cfi_rel_offset 14, 112
        .cfi_rel_offset 15, 120
        aghi    %r15, -160 * PART
        .cfi_adjust_cfa_offset 160 * PART
        nopr    %r7
        lmg     %r11, %r15, 248(%r15)
        .cfi_restore 15
        .cfi_restore 14
        .cfi_restore 11
        .cfi_def_cfa 15, 160
        br      %r14
        .cfi_endproc

        .if     PART == 2
        .skip   6
        .endif
        .altmacro
        name leaf_, %PART
        .noaltmacro
        .cfi_startproc
        ldgr    %f2, %r11
        .cfi_register 11, 17
        ldgr    %f0, %r14
        .cfi_register 14, 16
        nopr    %r7
        lgdr    %r11, %f2
        .cfi_restore 11
        lgdr    %r14, %f0
        .cfi_restore 14
        br      %r14
        .cfi_endproc

/* CFA offsets are divided by 8 and lack 160 / 8.  */
        sf_begin version=V
        sf_fde  .text+0, 20
        sf_row  0, sp, 0
        sf_row  6, sp, 0, -48, -72
        sf_row  10, sp, 20 * PART, -48, -72
        sf_row  18, sp, 0
        .if     V == 3
        sf_fde  .text+20+6*(PART-1), 20, flex=1
        sf_row  0, flex, 0x79, 0
        sf_row  4, flex, 0x79, 0, 0, 0x89, 0
        sf_row  8, flex, 0x79, 0, 0x81, 0, 0x89, 0
        sf_row  14, flex, 0x79, 0, 0x81, 0
        sf_row  18, flex, 0x79, 0
        .else
        sf_fde  .text+20+6*(PART-1), 20
        sf_row  0, sp, 0
        sf_row  4, sp, 0, 0, (17<<1)|1
        sf_row  8, sp, 0, (16<<1)|1, (17<<1)|1
        sf_row  14, sp, 0, (16<<1)|1
        sf_row  18, sp, 0
        .endif
        sf_end
