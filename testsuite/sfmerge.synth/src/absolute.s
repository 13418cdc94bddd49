# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Two functions for x86-64 whose FDEs have absolute starts, which a PIE
# relocates when it runs.

        .text
        .globl  _start
        .type   _start, @function
_start: push    %rbx
        pop     %rbx
        ret
        .size   _start, . - _start
        .type   second, @function
second: push    %rbx
        pop     %rbx
        ret
        .size   second, . - second

        .section .eh_frame, "aw", @progbits
.Lcie:  .long   1f - 0f
0:      .long   0
        .byte   1
        .string "zR"
        .uleb128 1
        .sleb128 -8
        .byte   16
        .uleb128 1
        .byte   0
        .byte   0x0c, 7, 8, 0x90, 1
        .balign 8
1:
        .macro  fde start
        .long   3f - 2f
2:      .long   2b - .Lcie
        .quad   \start
        .quad   3
        .uleb128 0
        .byte   0x41, 0x0e, 16, 0x41, 0x0e, 8
        .balign 8
3:
        .endm
        fde     _start
        fde     second
