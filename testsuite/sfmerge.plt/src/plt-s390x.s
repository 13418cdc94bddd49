# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls through every kind of linker-generated code for s390x.

    .text
    .globl _start
    .type _start, @function
_start:
    aghi %r15, -160
    brasl %r14, calls
    .size _start, . - _start

    .type calls, @function
calls:
    stmg %r14, %r15, 112(%r15)
    aghi %r15, -160
    lgrl %r2, h@GOTENT
    basr %r14, %r2
    brasl %r14, g@PLT
    brasl %r14, h@PLT
    brasl %r14, k@PLT
    brasl %r14, indirect@PLT
    lmg %r14, %r15, 272(%r15)
    br %r14
    .size calls, . - calls

# Resolved at run time.
    .globl indirect
    .hidden indirect
    .type indirect, @gnu_indirect_function
indirect:
    larl %r2, ours
    br %r14
    .size indirect, . - indirect
    .balign 2
ours:
    br %r14
