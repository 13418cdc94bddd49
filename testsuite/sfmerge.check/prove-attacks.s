# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Functions whose rules follow from their instructions (ok_*), of which the
# call frame information says the same; and functions of which they do not
# (no_*), each for a reason of its own.

        .macro  fn name
        .globl  \name
        .type   \name, @function
        .balign 16
\name:
        .endm

        .macro  begin name
        fn      \name
        .cfi_startproc
        .endm

        .macro  end
        .cfi_endproc
        .endm

        .section .rodata
        .balign 4
table:  .long   case0 - table, case1 - table, case2 - table, case3 - table
mem_table:
        .long   mem0 - mem_table, mem1 - mem_table
and_table:
        .long   and0 - and_table, and1 - and_table
guess_table:
        .long   ok_guess0 - guess_table, ok_guess1 - guess_table
        # No entries of it: the middle of an instruction, and of a function.
        .long   in_frame + 2 - guess_table, in_frame + 5 - guess_table
helper_table:
        .long   no_helper_tabled - helper_table, no_helper_tabled - helper_table
guess_base:
        .short  ok_guess2 - far, ok_guess3 - far
data_table:
        .long   data_table - data_table, table - data_table
        .section .data
        .balign 4
changing:
        .long   case0 - changing, case1 - changing

        .text
# Old versions of mold let the program begin at the first byte of a library.
begin first
        ret
end

begin ok_leaf
        ret
end

begin ok_push
        push    %rbx
        .cfi_adjust_cfa_offset 8
        call    ok_leaf
        pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

begin ok_frame
        push    %rbp
in_frame:
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        sub     $32, %rsp
        mov     %rdi, -8(%rbp)
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
end

# Memory from the stack, on one way only.
begin ok_alloca
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        test    %rdi, %rdi
        je      1f
        sub     %rdi, %rsp
1:      call    ok_leaf
        leave
        .cfi_def_cfa %rsp, 8
        .cfi_restore %rbp
        ret
end

# The stack is aligned, as GCC does it.
begin ok_align
        lea     8(%rsp), %r10
        and     $-32, %rsp
        pushq   -8(%r10)
        push    %rbp
        mov     %rsp, %rbp
        push    %r10
        sub     $40, %rsp
        call    ok_leaf
        mov     -8(%rbp), %r10
        leave
        lea     -8(%r10), %rsp
        ret
end

begin ok_table
        push    %rbx
        .cfi_adjust_cfa_offset 8
        cmp     $3, %edi
        ja      case3
        mov     %edi, %edi
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
case0:  nop
case1:  inc     %eax
case2:  inc     %eax
case3:  pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

# What is compared is in memory, and read again.
begin ok_memory_table
        push    %rbx
        .cfi_adjust_cfa_offset 8
        cmpb    $1, 16(%rdi)
        ja      mem1
        movzbl  16(%rdi), %eax
        lea     mem_table(%rip), %rdx
        movslq  (%rdx,%rax,4), %rax
        add     %rdx, %rax
        jmp     *%rax
mem0:   inc     %eax
mem1:   pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

begin ok_mask_table
        push    %rbx
        .cfi_adjust_cfa_offset 8
        and     $1, %edi
        lea     and_table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
and0:   inc     %eax
and1:   pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

begin ok_tail
        sub     $8, %rsp
        .cfi_adjust_cfa_offset 8
        add     $8, %rsp
        .cfi_adjust_cfa_offset -8
        jmp     ok_leaf
end

begin ok_tail_pointer
        jmp     *%rdi
end

begin ok_two_ways
        push    %rbx
        .cfi_adjust_cfa_offset 8
        test    %edi, %edi
        je      1f
        push    %rcx
        .cfi_adjust_cfa_offset 8
        pop     %rcx
        .cfi_adjust_cfa_offset -8
1:      pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

begin ok_loop
        push    %rax
        .cfi_adjust_cfa_offset 8
        pop     %rax
        .cfi_adjust_cfa_offset -8
        dec     %edi
        jne     ok_loop
        ret
end

begin ok_system_call
        mov     $1, %eax
        syscall
        ret
end

begin ok_stops
        push    %rax
        .cfi_adjust_cfa_offset 8
        call    ok_never
end

begin ok_never
        ud2
end

begin ok_entry_mark
        endbr64
        mov     %rdi, -8(%rsp)
        ret
end

begin ok_cold
        push    %rbx
        .cfi_adjust_cfa_offset 8
        test    %edi, %edi
        jne     cold
warm:   pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end
        .cfi_startproc
        .cfi_def_cfa_offset 16
cold:   inc     %eax
        jmp     warm
        .cfi_endproc

# FP is used for something else, and restored.
begin ok_other_use
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rdi, %rbp
        call    ok_leaf
        pop     %rbp
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
end

# Nothing but an address leads to those that come next.  Two ways lead to where
# the first address is taken, in states that differ.
begin ok_takes_address
        push    %rbx
        .cfi_adjust_cfa_offset 8
        xor     %ecx, %ecx
        test    %edi, %edi
        je      1f
        mov     $5, %ecx
1:      lea     ok_taken(%rip), %rax
        mov     %rax, (%rdx)
        pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

        .cfi_startproc
ok_taken:
        lea     ok_taken_later(%rip), %rax
        mov     %rax, (%rdi)
        lea     ok_taken_tail(%rip), %rax
        mov     %rax, (%rsi)
        ret
        .cfi_endproc

        .cfi_startproc
ok_taken_later:
        push    %rbx
        .cfi_adjust_cfa_offset 8
        call    ok_called_by_taken
        pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
        .cfi_endproc

        .cfi_startproc
ok_taken_tail:
        mov     $1, %eax
        jmp     ok_called_by_taken
        .cfi_endproc

        .cfi_startproc
ok_called_by_taken:
        inc     %eax
        ret
        .cfi_endproc

# The same, but one returns at another depth.
fn no_labels
        push    %rbx
        lea     no_label_first(%rip), %rax
        mov     %rax, (%rdi)
        lea     no_label_last(%rip), %rax
        mov     %rax, (%rsi)
        jmp     *%rdx
no_label_first:
        inc     %eax
        jmp     no_label_last
no_label_last:
        pop     %rbx
        ret

fn no_depth_at_return
        push    %rbx
        ret

fn no_frame_at_return
        xor     %ebp, %ebp
        ret

fn no_two_depths
        test    %edi, %edi
        je      1f
        push    %rbx
1:      pop     %rbx
        ret

fn no_bound
        push    %rbx
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax

# A comparison of signed numbers is no bound.
fn no_signed_bound
        push    %rbx
        cmp     $3, %edi
        jg      1f
        mov     %edi, %edi
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
1:      pop     %rbx
        ret

# The low byte has a bound, the register has none.
fn no_narrow_bound
        push    %rbx
        cmp     $3, %dil
        ja      1f
        mov     %edi, %edi
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
1:      pop     %rbx
        ret

fn no_bound_any_more
        push    %rbx
        cmp     $3, %edi
        ja      1f
        mov     (%rsi), %edi
        lea     table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax
1:      pop     %rbx
        ret

# The copy is of the number before the one that is compared.
fn no_bound_of_older
        push    %rbx
        xor     %eax, %eax
1:      mov     %eax, %ecx
        mov     (%rsi), %eax
        add     $4, %rsi
        cmp     $3, %eax
        ja      2f
        test    %edx, %edx
        je      1b
        lea     table(%rip), %rdx
        movslq  (%rdx,%rcx,4), %rax
        add     %rdx, %rax
        jmp     *%rax
2:      pop     %rbx
        ret

# A store may change what was compared.
fn no_bound_in_memory
        push    %rbx
        cmpb    $1, 16(%rdi)
        ja      1f
        movb    $77, (%rsi)
        movzbl  16(%rdi), %eax
        lea     mem_table(%rip), %rdx
        movslq  (%rdx,%rax,4), %rax
        add     %rdx, %rax
        jmp     *%rax
1:      pop     %rbx
        ret

fn no_table_that_changes
        push    %rbx
        and     $1, %edi
        lea     changing(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax

fn no_table_of_data
        push    %rbx
        and     $1, %edi
        lea     data_table(%rip), %rdx
        movslq  (%rdx,%rdi,4), %rax
        add     %rdx, %rax
        jmp     *%rax

# As retpolines do.
fn no_return_address
        mov     %rdi, (%rsp)
        ret

fn no_call_of_next
        call    1f
1:      pop     %rax
        ret

fn no_signal_return
        mov     $15, %eax
        syscall
        ret

fn no_clone
        mov     $56, %eax
        syscall
        ret

fn no_known_call
        mov     %edi, %eax
        syscall
        ret

fn no_stack
        mov     %rdi, %rsp
        ret

fn no_exchanged_stack
        xchg    %rsp, %rdi
        ret

fn no_arguments_dropped
        ret     $8

# The jump leads into itself, to inc %eax.
fn no_overlap
        .byte   0xeb, 0xff, 0xc0
        ret

# A helper that uses FP as its own, and callers that have theirs in the frame.
        .macro  helper name
        .type   \name, @function
        .balign 16
\name:
        .cfi_startproc
        .endm

helper ok_helper
        mov     %rdi, %rbp
        add     (%rdi), %rbp
        lea     1(%rbp), %rax
        ret
end

helper ok_helper_of_helper
        push    %rbx
        .cfi_adjust_cfa_offset 8
        call    ok_helper
        pop     %rbx
        .cfi_adjust_cfa_offset -8
        ret
end

begin ok_helped
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        call    ok_helper
        call    ok_helper_of_helper
        pop     %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
end

# Jumps of functions to parts of their own, which nothing else leads to.
begin ok_guess
        lea     guess_table(%rip), %rax
        movslq  (%rax, %rdi, 4), %rcx
        add     %rax, %rcx
        jmp     *%rcx
        .type   ok_guess0, @notype
ok_guess0:
        dec     %edi
        jne     ok_guess0
ok_guess1:
        ret
end

begin ok_guess_far
far:
        lea     guess_base(%rip), %rax
        lea     far(%rip), %rdx
        movzwl  (%rax, %rdi, 2), %ecx
        add     %rdx, %rcx
        jmp     *%rcx
ok_guess2:
        push    %rbx
        .cfi_adjust_cfa_offset 8
        pop     %rbx
        .cfi_adjust_cfa_offset -8
ok_guess3:
        ret
end

# Helpers of callers that need FP, or that nobody knows.
        .macro  plain name
        .type   \name, @function
        .balign 16
\name:
        .endm

plain no_helper
        mov     %rdi, %rbp
        ret

fn no_helped
        call    no_helper
        ret

plain no_helper_late
        mov     %rdi, %rbp
        ret

fn no_helped_late
        push    %rbp
        mov     %rsp, %rbp
        call    no_helper_late
        mov     %rbp, %rsp
        pop     %rbp
        ret

# A helper, as its caller knows, to which a table leads, too.
plain no_helper_tabled
        mov     %rdi, %rbp
        ret

begin ok_tabled_caller
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        call    no_helper_tabled
        pop     %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
end

fn no_table_jumper
        cmp     $1, %edi
        ja      1f
        lea     helper_table(%rip), %rax
        mov     %edi, %edi
        movslq  (%rax, %rdi, 4), %rcx
        add     %rax, %rcx
        jmp     *%rcx
1:      ret

# Not a helper, as others call it; but who does that has no FP either.
fn no_open
open_to_all:
        mov     %rdi, %rbp
        ret

fn no_open_caller
        call    open_to_all
        ret

plain no_helper_taken
        mov     %rdi, %rbp
        ret

begin ok_taker
        push    %rbp
        .cfi_adjust_cfa_offset 8
        .cfi_rel_offset %rbp, 0
        lea     no_helper_taken(%rip), %rax
        mov     %rax, (%rdi)
        call    no_helper_taken
        pop     %rbp
        .cfi_adjust_cfa_offset -8
        .cfi_restore %rbp
        ret
end

fn no_instruction
        nop
        .byte   0x06
        ret

fn no_victim
        push    %rbx
inside: nop
        pop     %rbx
        ret

fn no_jump_inside
        push    %rax
        push    %rcx
        jmp     inside

fn no_popped_return
        pop     %rcx
        jmp     *%rcx

fn no_leave
        leave
        ret

fn no_far_return
        lretq

fn no_interrupt
        int     $0x80
        ret

fn no_tail_target
        ret

fn no_tail_depth
        push    %rbx
        jmp     no_tail_target

fn no_tail_pointer
        push    %rbx
        jmp     *%rax

fn no_tail_frame
        xor     %ebp, %ebp
        jmp     no_tail_target

fn no_long_jump
        mov     8(%rdi), %rsp
        mov     (%rdi), %rbp
        jmp     *16(%rdi)

fn no_loop_depth
1:      push    %rax
        dec     %edi
        jne     1b
        ret

fn no_end
        nop
