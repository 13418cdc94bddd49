/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-plt-name.S - functions in a section of a program's own whose name
   begins as those of linkers' do.  Their code is like PLT entries', their
   frame is not: the first has 16 bytes, or with -DPART=2 8 as in .plt.got. */

        .macro  begin name
        .globl  \name
        .type   \name, @function
\name:
        .cfi_startproc
        .endm
        .macro  end name
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .section .plt.own, "ax", @progbits
        .p2align 4
        begin   jump_one
        .cfi_def_cfa_offset 32
        jmp     *where(%rip)
#if PART == 2
        xchg    %ax, %ax
#else
        .nops   10
#endif
        end     jump_one
        .p2align 4
        begin   jump_two
        endbr64
        jmp     *where(%rip)
        nopw    0(%rax, %rax)
        end     jump_two

        .text
        begin   target
        xor     %eax, %eax
        ret
        end     target
        begin   main
        sub     $8, %rsp
        .cfi_def_cfa_offset 16
        call    jump_two
        add     $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        end     main

        .data
        .p2align 3
where:  .quad   target
        .section .note.GNU-stack, "", @progbits
