/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-order.S - a program of sections that are all called .text, two of
   which have one size and functions with other frames.  */

        .macro  begin name, number
        .section .text, "ax", @progbits, unique, \number
        .type   \name, @function
\name:
        .cfi_startproc
        .endm
        .macro  end name
        .cfi_endproc
        .size   \name, . - \name
        .endm
        .macro  framed name, number, bytes
        begin   \name, \number
        sub     $\bytes, %rsp
        .cfi_def_cfa_offset 8 + \bytes
        mov     %edi, (%rsp)
        lea     \number(%rdi), %eax
        add     $\bytes, %rsp
        .cfi_def_cfa_offset 8
        ret
        end     \name
        .endm

        framed  first, 1, 240
        framed  second, 2, 480
        .globl  main
        begin   main, 3
        call    first
        call    second
        xor     %eax, %eax
        ret
        end     main
        .section .note.GNU-stack, "", @progbits
