# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls through every kind of linker-generated code for AArch64, twice each, between
# two breakpoint instructions.  Where there is a symbol "canonical" a function
# of another object is named as what it is nowhere but in a program.

    .text
    .globl _start
    .type _start, %function
_start:
first_trap:
    brk #0
    bl calls
    bl calls
last_trap:
    brk #0
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
    .ifdef canonical
    adrp x0, k
    add x0, x0, :lo12:k
    blr x0
    .endif
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

# What code for a TLS descriptor leads to: it has to take its registers back.
landing:
    hint #38 // BTI jc
    ldp x2, x3, [sp], #16
    ret
