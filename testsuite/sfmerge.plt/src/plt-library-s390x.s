# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What plt-s390x.s calls.

    .text
    .irp name, g, h, k
    .globl \name
    .type \name, @function
\name:
    br %r14
    .size \name, . - \name
    .endr

    .section .tbss, "awT", @nobits
    .globl variable
    .type variable, @tls_object
    .balign 8
variable:
    .skip 8
    .size variable, 8
