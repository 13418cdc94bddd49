/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   proof-comdat.S - with -DPART=1 and -DPART=2 members of an archive that both
   have the COMDAT function kept, with the same code and other rules; the
   second calls the first.  Else a program that calls the second only.  */

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

#ifdef PART
        .section .text.kept, "axG", @progbits, kept, comdat
        .weak   kept
        .type   kept, @function
kept:
        .cfi_startproc
        push    %r12
        .cfi_def_cfa_offset 32 - 8 * PART
        xor     %eax, %eax
        pop     %r12
        .cfi_def_cfa_offset 8
        ret
        end     kept

        .text
#if PART == 1
        begin   member_one
        mov     $1, %eax
        ret
        end     member_one
#else
        begin   member_two
        call    member_one
        xor     %eax, %eax
        jmp     kept
        end     member_two
#endif
#else
        .text
        begin   main
        sub     $8, %rsp
        .cfi_def_cfa_offset 16
        call    member_two
        add     $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        end     main
#endif
        .section .note.GNU-stack, "", @progbits
