# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls and jumps to what is too far for a branch, there and back, between two
# breakpoint instructions.  Where there is a symbol "bti" the file says that
# its code is for BTI, though "far_plain" does not begin with it; where there
# is "unreadable" that its code cannot be read (SHF_AARCH64_PURECODE).

    .ifdef unreadable
    .section .text, "0x20000006", %progbits
    .else
    .text
    .endif
    .globl _start
    .type _start, %function
_start:
    .cfi_startproc
first_trap:
    brk #0
    bl far
    bl far_plain
    bl jump
last_trap:
    brk #0
    .cfi_endproc
    .size _start, . - _start

    .globl near
    .type near, %function
near:
    .cfi_startproc
    hint #34
    ret
    .cfi_endproc
    .size near, . - near

    .globl jump
    .type jump, %function
jump:
    .cfi_startproc
    b far
    .cfi_endproc
    .size jump, . - jump

    .ifdef unreadable
    .section .far, "0x20000006", %progbits
    .else
    .section .far, "ax"
    .endif
    .globl far
    .type far, %function
far:
    .cfi_startproc
    hint #34
    stp x29, x30, [sp, #-32]!
    .cfi_def_cfa_offset 32
    .cfi_offset 29, -32
    .cfi_offset 30, -24
    bl near
    ldp x29, x30, [sp], #32
    .cfi_restore 29
    .cfi_restore 30
    .cfi_def_cfa_offset 0
    ret
    .cfi_endproc
    .size far, . - far

    .globl far_plain
    .type far_plain, %function
far_plain:
    .cfi_startproc
    ret
    .cfi_endproc
    .size far_plain, . - far_plain

    .ifdef bti
    .section .note.gnu.property, "a"
    .balign 8
    .long 4, 16, 5
    .asciz "GNU"
    .long 0xc0000000, 4, 1, 0
    .endif
