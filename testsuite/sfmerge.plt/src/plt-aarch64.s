# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls through every kind of linker-generated code for AArch64.

    .text
    .globl _start
    .type _start, %function
_start:
    bl calls
    .size _start, . - _start

    .type calls, %function
calls:
    stp x29, x30, [sp, #-16]!
    bl g
    bl k
    bl h
    adrp x0, :got:h
    ldr x0, [x0, :got_lo12:h]
    blr x0
    bl indirect
    adrp x0, :tlsdesc:variable
    ldr x1, [x0, :tlsdesc_lo12:variable]
    add x0, x0, :tlsdesc_lo12:variable
    .tlsdesccall variable
    blr x1
    ldp x29, x30, [sp], #16
    ret
    .size calls, . - calls

# Resolved at run time.
    .globl indirect
    .hidden indirect
    .type indirect, %gnu_indirect_function
indirect:
    adrp x0, ours
    add x0, x0, :lo12:ours
    ret
    .size indirect, . - indirect
ours:
    hint #34 // BTI c
    ret
