/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   two-s390x.s - functions that reach others and data by instructions that
   linkers rewrite, functions with the code of others, and local ones; with
   call frame information and, of version V, the same in .sframe.  PART is 1
   or 2.  */

        .include "sframe.inc"
        .file   "two-s390x.s"
        .macro  global prefix, number
        .globl  \prefix\number
        .type   \prefix\number, %function
\prefix\number:
        .endm
        .macro  ended prefix, number
        .size   \prefix\number, . - \prefix\number
        .endm

/* 6 bytes; then the frame has 160 * N bytes more after 4.  */
        .macro  enter n
        .cfi_startproc
        stmg    %r11, %r15, 88(%r15)
        .cfi_rel_offset 11, 88
        .cfi_rel_offset 14, 112
        .cfi_rel_offset 15, 120
        aghi    %r15, -160 * (\n)
        .cfi_adjust_cfa_offset 160 * (\n)
        .endm
/* 6 bytes and 2.  */
        .macro  leave n
        lmg     %r11, %r15, 88+160*(\n)(%r15)
        .cfi_restore 15
        .cfi_restore 14
        .cfi_restore 11
        .cfi_def_cfa 15, 160
        br      %r14
        .cfi_endproc
        .endm

        .section .text.reach, "ax", @progbits
        .p2align 4
        .altmacro
        global  reach_, %PART
        .noaltmacro
        enter   PART
        lgrl    %r1, hidden_word@GOTENT
        lgrl    %r2, somewhere_else@GOTENT
        larl    %r3, hidden_word
        brasl   %r14, somewhere@PLT
        brasl   %r14, local_one
        leave   PART
        .altmacro
        ended   reach_, %PART
        .noaltmacro

        .section .text.local, "ax", @progbits
        .p2align 4
        .type   alike, %function
alike:
        .cfi_startproc
        aghi    %r2, 1
        .cfi_def_cfa_offset 160 + 16 * PART
        nopr    %r7
        .cfi_def_cfa_offset 160
        br      %r14
        .cfi_endproc
        .size   alike, . - alike
        .type   local_one, %function
local_one:
        enter   3
        brasl   %r14, local_two
        leave   3
        .size   local_one, . - local_one
        .type   local_two, %function
local_two:
        enter   4+PART
        nopr    %r7
        leave   4+PART
        .size   local_two, . - local_two

        .section .text.once, "axG", @progbits, once, comdat
        .p2align 4
        .weak   once
        .type   once, %function
once:
        enter   5
        leave   5
        .size   once, . - once

        .section .data.rel, "aw"
        .p2align 3
        .if     PART == 1
        .globl  hidden_word
        .hidden hidden_word
hidden_word:
        .quad   0
        .endif

/* CFA offsets are divided by 8 and lack 160 / 8.  */
        .macro  saving where, n, size
        sf_fde  \where, \size
        sf_row  0, sp, 0
        sf_row  6, sp, 0, -48, -72
        sf_row  10, sp, 20 * (\n), -48, -72
        sf_row  \size - 2, sp, 0
        .endm
        sf_begin version=V
        saving  .text.reach+0, PART, 48
        sf_fde  .text.local+0, 8
        sf_row  0, sp, 0
        sf_row  4, sp, 2 * PART
        sf_row  6, sp, 0
        saving  .text.local+8, 3, 24
        saving  .text.local+32, 4+PART, 20
        saving  .text.once+0, 5, 18
        sf_end
