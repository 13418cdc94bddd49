/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   start-x86_64.s - the start of a program that calls main itself, where no
   frame is before it.  */

        .text
        .globl _start
        .type _start, @function
_start:
        .cfi_startproc
        .cfi_undefined rip
        xorl %ebp, %ebp
        andq $-16, %rsp
        call main
        movl %eax, %edi
        call exit@PLT
        hlt
        .cfi_endproc
        .size _start, .-_start
        .section .note.GNU-stack, "", @progbits
