/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rows-amd64.s - functions with FLEX rows and the same in .eh_frame, some in
   other words: a frame that is realigned, whose CFA is kept in memory, and one
   whose slots one side counts from a register, the other from the CFA.  */

        .include "sframe.inc"
        .text
        .globl  rows_realigned
        .type   rows_realigned, @function
rows_realigned:
        .cfi_startproc
        leaq    8(%rsp), %r10           /* 5 bytes */
        .cfi_def_cfa 10, 0
        andq    $-32, %rsp              /* 4 bytes */
        pushq   -8(%r10)                /* 4 bytes */
        pushq   %rbp                    /* 1 byte */
        /* rbp is where rbp points.  */
        .cfi_escape 0x10, 6, 2, 0x76, 0
        movq    %rsp, %rbp              /* 3 bytes */
        pushq   %r10                    /* 2 bytes */
        /* The CFA is what is 8 bytes below that.  */
        .cfi_escape 0x0f, 3, 0x76, 0x78, 6
        popq    %r10                    /* 2 bytes */
        .cfi_def_cfa 10, 0
        popq    %rbp                    /* 1 byte */
        .cfi_same_value 6
        leaq    -8(%r10), %rsp          /* 4 bytes */
        .cfi_def_cfa 7, 8
        ret                             /* 1 byte */
        .cfi_endproc
        .size   rows_realigned, . - rows_realigned

        .globl  rows_slots
        .type   rows_slots, @function
rows_slots:
        .cfi_startproc
        pushq   %rbp                    /* 1 byte */
        .cfi_def_cfa_offset 16
        .cfi_offset 6, -16
        pushq   %rbx                    /* 1 byte */
        .cfi_def_cfa_offset 24
        popq    %rbx                    /* 1 byte */
        .cfi_def_cfa_offset 16
        /* rbp is in the stack's first word.  */
        .cfi_escape 0x10, 6, 2, 0x77, 0
        popq    %rbp                    /* 1 byte */
        .cfi_def_cfa_offset 8
        .cfi_same_value 6
        ret                             /* 1 byte */
        .cfi_endproc
        .size   rows_slots, . - rows_slots

/* Control words: 8 * register + 1, 2 more for what is in memory there.  */
        .set    RSP, 0x39
        .set    RBP, 0x31
        .set    R10, 0x51
        .set    MEMORY, 2
        sf_begin version=3
        sf_fde  .text+0, 27, flex=1
        sf_row  0, flex, RSP, 8
        sf_row  5, flex, R10, 0
        sf_row  14, flex, R10, 0, 0, RBP+MEMORY, 0
        sf_row  19, flex, RBP+MEMORY, -8, 0, RBP+MEMORY, 0
        sf_row  21, flex, R10, 0, 0, RBP+MEMORY, 0
        sf_row  22, flex, R10, 0
        sf_row  26, flex, RSP, 8
        sf_fde  .text+27, 5, flex=1
        sf_row  0, flex, RSP, 8
        sf_row  1, flex, RSP, 16, 0, RSP+MEMORY, 0
        sf_row  2, flex, RSP, 24, 0, MEMORY, -16
        sf_row  3, flex, RSP, 16, 0, MEMORY, -16
        sf_row  4, flex, RSP, 8
        sf_end
