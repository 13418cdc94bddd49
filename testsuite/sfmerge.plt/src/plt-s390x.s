# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Calls through every kind of linker-made code for s390x.

    .text
    .globl f
    .type f, @function
f:
    lgrl %r2, h@GOTENT
    brasl %r14, g@PLT
    brasl %r14, h@PLT
    brasl %r14, k@PLT
    brasl %r14, indirect@PLT
    br %r14
    .size f, . - f
    .globl indirect
    .hidden indirect
    .type indirect, @gnu_indirect_function
indirect:
    br %r14
    .size indirect, . - indirect
