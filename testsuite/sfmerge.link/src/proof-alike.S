/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-alike.S - with -DPART=1 an exported function that nothing describes,
   with -DPART=2 a hidden one of its size that .sframe alone describes.  */

#if PART == 1
        .text
        .globl  exported
        .type   exported, @function
exported:
        lea     3(%rdi), %rax
        .nops   5
        jmp     inner
        .size   exported, . - exported
        .p2align 4
#else
        .cfi_sections .sframe
        .text
        .fill   80, 1, 0xcc
        .globl  inner
        .hidden inner
        .type   inner, @function
inner:
        .cfi_startproc
        push    %r12
        .cfi_def_cfa_offset 16
        lea     7(%rdi), %rax
        .nops   5
        pop     %r12
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   inner, . - inner
#endif
        .section .note.GNU-stack, "", @progbits
