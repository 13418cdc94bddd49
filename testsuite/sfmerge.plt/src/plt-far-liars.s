# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What looks like a linker's stub for AArch64, and one that does in all.

    .macro stub target
    adrp x16, \target
    add x16, x16, :lo12:\target
    br x16
    .endm
    .macro whole name, bytes=12
    .type \name, %function
\name:
    stub _start
    .size \name, \bytes
    .endm

    .text
    .globl _start
_start:
    ret

    whole __true_veneer
    nop
    // Of another name, global, of another size, of other code.
    whole plain
    nop
    .globl __global_veneer
    whole __global_veneer
    nop
    whole __longer_veneer, 16
    nop
    .type __other_veneer, %function
__other_veneer:
    adrp x16, _start
    add x16, x16, 0
    blr x16
    .size __other_veneer, 12
    nop
    // Inside of a function, by a symbol, and by .eh_frame.
    .type outer, %function
outer:
    sub sp, sp, #16
    whole __inner_veneer
    .size outer, . - outer
    nop
unsized:
    .cfi_startproc
    sub sp, sp, #16
    .cfi_def_cfa_offset 16
    whole __framed_veneer
    .cfi_endproc
    nop
// Another linker's that do too.
    .type "f$thunk12", %function
"f$thunk12":
    stub _start
    nop
    whole __AArch64ADRPThunk_f
