# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls through every kind of linker-made code for AArch64.

    .text
    .globl f
    .type f, %function
f:
    bl g
    bl k
    bl h
    adrp x0, :got:h
    ldr x0, [x0, :got_lo12:h]
    bl indirect
    adrp x0, :tlsdesc:variable
    ldr x1, [x0, :tlsdesc_lo12:variable]
    add x0, x0, :tlsdesc_lo12:variable
    .tlsdesccall variable
    blr x1
    ret
    .size f, . - f
    .globl indirect
    .hidden indirect
    .type indirect, %gnu_indirect_function
indirect:
    ret
    .size indirect, . - indirect
