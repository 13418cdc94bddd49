# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Functions without call frame information, in the manner of codecs, that
# step-main.c calls.  With WRONG set, two of them have some, and it is wrong.

        .macro  fn name
        .globl  \name
        .type   \name, @function
        .balign 16
\name:
        .endm

        .text
fn step_leaf
        lea     1(%rdi), %rax
        mov     %rdi, -8(%rsp)
        ret

# Registers are saved and restored in another order than GCC's.
fn step_push
        push    %rbx
        push    %r12
        push    %rbp
        mov     %rdi, %rbx
        mov     $3, %ebp
1:      mov     %rbx, %rdi
        call    step_leaf
        mov     %rax, %rbx
        dec     %ebp
        jne     1b
        mov     %rbx, %rax
        mov     (%rsp), %rbp
        add     $8, %rsp
        pop     %r12
        pop     %rbx
        ret

# FP is another register like all others.
fn step_other_use
        sub     $24, %rsp
        mov     %rbp, 8(%rsp)
        mov     %rdi, %rbp
        call    step_leaf
        add     %rbp, %rax
        mov     8(%rsp), %rbp
        add     $24, %rsp
        ret

        .ifdef  WRONG
        .cfi_startproc
        .endif
fn step_frame
        push    %rbp
        .ifdef  WRONG
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        .endif
        mov     %rsp, %rbp
        .ifdef  WRONG
        # It should be FP that the CFA is relative to.
        .cfi_adjust_cfa_offset 0
        .endif
        and     $127, %edi
        add     $16, %edi
        and     $-16, %edi
        sub     %rdi, %rsp
        mov     %rdi, (%rsp)
        call    step_push
        leave
        .ifdef  WRONG
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        .endif
        ret
        .ifdef  WRONG
        .cfi_endproc
        .endif

# The stack is aligned, and the old SP kept above what is there.
fn step_align
        mov     %rsp, %rax
        sub     $96, %rsp
        and     $-64, %rsp
        mov     %rax, 64(%rsp)
        mov     %rdi, 8(%rsp)
        mov     8(%rsp), %rax
        mov     64(%rsp), %rsp
        ret

fn step_recursive
        test    %edi, %edi
        je      1f
        push    %rdi
        dec     %edi
        call    step_recursive
        pop     %rdi
        add     %rdi, %rax
        ret
1:      xor     %eax, %eax
        ret

        .section .rodata
        .balign 4
table:  .long   case0 - table, case1 - table, case2 - table, case3 - table
        .text
fn step_table
        push    %rbx
        cmp     $3, %edi
        ja      case3
        mov     %edi, %edi
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
case0:  push    %rdi
        pop     %rbx
case1:  inc     %eax
case2:  inc     %eax
case3:  pop     %rbx
        ret

fn step_tail
        push    %rbx
        mov     %rdi, %rbx
        call    step_leaf
        mov     %rbx, %rdi
        pop     %rbx
        jmp     step_push

# Calls what its second argument points to, with FP destroyed.
        .ifdef  WRONG
        .cfi_startproc
        .endif
fn step_back
        push    %rbp
        .ifdef  WRONG
        # It does not say that FP is on the stack.
        .cfi_def_cfa_offset 16
        .endif
        mov     $-1, %rbp
        call    *%rsi
        pop     %rbp
        .ifdef  WRONG
        .cfi_def_cfa_offset 8
        .endif
        ret
        .ifdef  WRONG
        .cfi_endproc
        .endif

# A signal comes while it is at work: kill (getpid (), EDI).
fn step_signal
        push    %rbx
        push    %rbp
        mov     %edi, %ebx
        xor     %ebp, %ebp
        mov     $39, %eax
        syscall
        mov     %eax, %edi
        mov     %ebx, %esi
        mov     $62, %eax
        syscall
        pop     %rbp
        pop     %rbx
        ret
        .section .note.GNU-stack, "", @progbits
