/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   machine-aarch64.s - functions with a frame record, with frames of two
   sizes, and with a signed return address (key B).  PART is 1 or 2.  */

        .cfi_sections .sframe, .eh_frame
        .macro  name prefix, number
        .globl  \prefix\number
        .type   \prefix\number, %function
\prefix\number:
        .endm

        .text
        .altmacro
        name record_, %PART
        .noaltmacro
        .cfi_startproc
        stp     x29, x30, [sp, -32 * PART]!
        .cfi_def_cfa_offset 32 * PART
        .cfi_offset 29, -32 * PART
        .cfi_offset 30, -32 * PART + 8
        mov     x29, sp
        .cfi_def_cfa_register 29
        bl      local
        ldp     x29, x30, [sp], 32 * PART
        .cfi_restore 30
        .cfi_restore 29
        .cfi_def_cfa 31, 0
        ret
        .cfi_endproc

        .type   local, %function
local:
        .cfi_startproc
        sub     sp, sp, 400 * PART
        .cfi_def_cfa_offset 400 * PART
        add     sp, sp, 400 * PART
        .cfi_def_cfa_offset 0
        ret
        .cfi_endproc
        .size   local, . - local

        .section .text.signed, "ax", %progbits
        .altmacro
        name signed_, %PART
        .noaltmacro
        .cfi_startproc
        .cfi_b_key_frame
        hint    27
        .cfi_negate_ra_state
        stp     x29, x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        .cfi_offset 30, -8
        ldp     x29, x30, [sp], 16
        .cfi_restore 30
        .cfi_restore 29
        .cfi_def_cfa_offset 0
        hint    31
        .cfi_negate_ra_state
        ret
        .cfi_endproc
