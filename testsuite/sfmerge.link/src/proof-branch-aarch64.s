/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-branch-aarch64.s - functions that are one relocated branch: a weak
   one and a static one, or with COLD defined a cold part.  */

        .file   "proof-branch.c"
        .macro  begin name
        .type   \name, %function
\name:
        .cfi_startproc
        .endm
        .macro  end name
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .ifndef COLD
        .section .text.weak, "ax", %progbits
        .weak   weak_one
        begin   weak_one
        b       outside_one
        end     weak_one

        .section .text.static, "ax", %progbits
        begin   static_one
        b       outside_two
        end     static_one

        .data
        .globl  table
table:  .quad   static_one

        .else
        .section .text.warm, "ax", %progbits
        .globl  warm
        begin   warm
        sub     sp, sp, #64
        .cfi_def_cfa_offset 64
        cbz     x1, .Lcold
        add     sp, sp, #64
        .cfi_def_cfa_offset 0
        ret
        end     warm
        .section .text.unlikely, "ax", %progbits
        begin   warm.cold
        .cfi_def_cfa_offset 64
.Lcold: bl      outside_three
        end     warm.cold
        .endif
        .section .note.GNU-stack, "", %progbits
