/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   two-aarch64.s - functions that reach others and data by instructions that
   linkers rewrite, functions with the code of others, and local ones.  PART
   is 1 or 2.  */

        .cfi_sections .sframe, .eh_frame
        .file   "two-aarch64.s"

        .macro  global prefix, number
        .globl  \prefix\number
        .type   \prefix\number, %function
\prefix\number:
        .endm
        .macro  ended prefix, number
        .size   \prefix\number, . - \prefix\number
        .endm

        .macro  enter size
        .cfi_startproc
        stp     x29, x30, [sp, -\size]!
        .cfi_def_cfa_offset \size
        .cfi_offset 29, -\size
        .cfi_offset 30, -\size + 8
        mov     x29, sp
        .cfi_def_cfa_register 29
        .endm
        .macro  leave size
        ldp     x29, x30, [sp], \size
        .cfi_restore 30
        .cfi_restore 29
        .cfi_def_cfa 31, 0
        ret
        .cfi_endproc
        .endm

/* The GOT, thread-local data, a call that may need a PLT or a stub.  */
        .section .text.reach, "ax", %progbits
        .p2align 4
        .altmacro
        global  reach_, %PART
        .noaltmacro
        enter   32 * PART
        adrp    x0, :got:hidden_word
        ldr     x0, [x0, :got_lo12:hidden_word]
        adrp    x1, :got:somewhere_else
        ldr     x1, [x1, :got_lo12:somewhere_else]
        adrp    x2, hidden_word
        add     x2, x2, :lo12:hidden_word
        adrp    x0, :tlsdesc:hidden_thread
        ldr     x1, [x0, :tlsdesc_lo12:hidden_thread]
        add     x0, x0, :tlsdesc_lo12:hidden_thread
        .tlsdesccall hidden_thread
        blr     x1
        adrp    x0, :gottprel:hidden_thread
        ldr     x0, [x0, :gottprel_lo12:hidden_thread]
        bl      somewhere
        bl      local_one
        leave   32 * PART
        .altmacro
        ended   reach_, %PART
        .noaltmacro

/* Local functions; the first has the same bytes in both parts, and other
   rules.  */
        .section .text.local, "ax", %progbits
        .p2align 4
        .type   alike, %function
alike:
        .cfi_startproc
        add     x0, x0, 1
        .cfi_def_cfa_offset 32 * PART
        nop
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   alike, . - alike
        .type   local_one, %function
local_one:
        enter   64
        bl      local_two
        leave   64
        .size   local_one, . - local_one
        .type   local_two, %function
local_two:
        .cfi_startproc
        sub     sp, sp, 400 * PART
        .cfi_def_cfa_offset 400 * PART
        add     sp, sp, 400 * PART
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   local_two, . - local_two

/* One of a COMDAT group.  */
        .section .text.once, "axG", %progbits, once, comdat
        .p2align 4
        .weak   once
        .type   once, %function
once:
        enter   96
        leave   96
        .size   once, . - once

        .section .data.rel, "aw"
        .p2align 3
        .if     PART == 1
        .globl  hidden_word
        .hidden hidden_word
hidden_word:
        .xword  0
        .section .tbss, "awT", %nobits
        .globl  hidden_thread
        .hidden hidden_thread
hidden_thread:
        .skip   8
        .endif
