# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# A program of Go, by hand.  The program begins outside of Go's code if ENTRY
# is 1.  Functions ok_* must be described, no_* not; names in the table are
# those of Go's runtime where that matters.

        .set    QUANTUM, 1
        .set    PADDING, 0xcc
        .include "go-table.inc"

        # What Go's compiler writes at the start of a function with SIZE bytes
        # of locals, and at its end.
        .macro  enter size
        cmp     16(%r14), %rsp
        jbe     9f
        sub     $\size + 8, %rsp
        depth   \size + 8
        .cfi_def_cfa_offset \size + 16
        mov     %rbp, \size(%rsp)
        .cfi_offset %rbp, -16
        lea     \size(%rsp), %rbp
        .endm

        .macro  leave_ size
        mov     \size(%rsp), %rbp
        add     $\size + 8, %rsp
        depth   0
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        .endm

        .macro  more label
9:      .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        depth   0
        call    morestack
        jmp     \label
        .endm

        .text
        .balign 32
        .globl  _start
        # That of a linker of C, or of Go.
        .if     ENTRY
        .type   _start, @function
_start: call    ok_frame
        hlt
        .endif
        .balign 32, 0xcc
go_text:
        # No code: Go's linker puts its build-id here.
        go_record go_data, "go.buildid", 0, 0, 0
go_data:
        .ascii  "\377 Go build ID: \"none\"\n \377"

        .if     !ENTRY
        go_record _start, "_rt0_amd64_linux", 0, 0, 1
        .section .gopclntab, "a"
        .subsection 3
go_program__start:
        .text
        .balign 32, 0xcc
        .type   _start, @function
_start: .cfi_startproc
        .cfi_undefined %rip
        .set    go_depth, -1
        depth   0
        jmp     ok_start
        end
        .endif

go ok_leaf, main.leaf
        lea     1(%rax), %rax
        ret
end

go ok_frame, main.frame
        enter   24
        call    ok_leaf
        .balign 16
        leave_  24
        ret
        more    ok_frame
end

# Panics, and is followed by a part at another depth.
go ok_throws, main.throws
        enter   24
        test    %rax, %rax
        je      1f
        leave_  24
        ret
1:      .cfi_def_cfa_offset 40
        .cfi_offset %rbp, -16
        depth   32
        call    ends
        nop
        more    ok_throws
end

# A jump table whose index begins at 13.
go ok_table, main.table
        enter   40
        movzbl  %al, %edx
        and     $31, %edx
        add     $-13, %rdx
        cmp     $2, %rdx
        ja      1f
        lea     table(%rip), %rsi
        jmp     *(%rsi,%rdx,8)
table_0:
        call    ok_leaf
table_1:
        leave_  40
        ret
table_2:
        .cfi_def_cfa_offset 56
        .cfi_offset %rbp, -16
        depth   48
        call    ok_frame
1:      leave_  40
        ret
        more    ok_table
end

# After a panic it goes on where nothing else leads.
go ok_resumes, main.resumes, 0, go_resumes
        enter   24
        call    *%rax
        leave_  24
        ret
        .if     GO == 102
        .set    go_resumes, 0
        hlt
        .else
resumes_at:
        .set    go_resumes, resumes_at - ok_resumes
        .cfi_def_cfa_offset 40
        .cfi_offset %rbp, -16
        depth   32
        call    ok_leaf
        leave_  24
        ret
        .endif
        more    ok_resumes
end

# All system calls.
go ok_syscall, syscall.RawSyscall6
        mov     %rbx, %rdi
        syscall
        cmp     $-4095, %rax
        ja      1f
        ret
1:      xor     %eax, %eax
        ret
end

go ok_interrupted, runtime.asyncPreempt, 4
        push    %rbp
        depth   8
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        pushf
        depth   16
        .cfi_def_cfa_offset 24
        call    ok_leaf
        popf
        depth   8
        .cfi_def_cfa_offset 16
        pop     %rbp
        depth   0
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
end

# The stack ends here, and the table does not know SP.
go ok_start, runtime.rt0_go, 5
        .cfi_undefined %rip
        sub     $40, %rsp
        and     $-16, %rsp
        call    ok_frame
        hlt
end

go ok_top, runtime.goexit, 5
        .cfi_undefined %rip
        nop
        call    ends
        nop
end

# The kernel calls it, though the table says that the stack ends.
go ok_handler, runtime.sigtramp, 5
        push    %rbp
        depth   8
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        call    ok_leaf
        pop     %rbp
        depth   0
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
end

# It has a return, which nothing reaches.
go ends, runtime.throw
        enter   24
        call    ok_leaf
        movl    $0, 0
        leave_  24
        ret
        more    ends
end

# It comes back by another stack.
go morestack, runtime.morestack, 6
        mov     %rdi, %rsp
        .cfi_undefined %rip
        call    ok_leaf
        hlt
end

# It goes on with another stack, aligns that, and comes back from
# systemstack_back on.
go systemstack, runtime.systemstack, 6
        push    %rbp
        depth   8
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        mov     (%rdi), %rsp
        .cfi_undefined %rip
        push    %rdi
        sub     $8, %rsp
        and     $-16, %rsp
        call    *%rax
        .if GO > 102            # else ends would fail with it
        test    %rax, %rax
        je      ends
        .endif
        mov     8(%rdi), %rsp
systemstack_back:
        mov     16(%rdi), %rbp
        pop     %rbp
        ret
end

# It is not known which stack it has from maybe_from to maybe_to.
go ok_maybe, runtime.nanotime1, 6
        push    %rbp
        depth   8
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        mov     %rsp, %r12
        test    %rdi, %rdi
        je      maybe_from
        mov     8(%rdi), %rsp
maybe_from:
        and     $-16, %rsp
        call    ok_leaf
        mov     %r12, %rsp
maybe_to:
        pop     %rbp
        depth   0
        .cfi_def_cfa_offset 8
        .cfi_restore %rbp
        ret
end

go no_depth, main.depth
        sub     $24, %rsp
        depth   16
        .cfi_def_cfa_offset 32
        call    ok_leaf
        add     $24, %rsp
        depth   0
        .cfi_def_cfa_offset 8
        ret
end

go no_fp, main.fp
        mov     %rdi, %rbp
        call    ok_leaf
        ret
end

go no_program, main.program
        call    ok_leaf
        .section .gopclntab, "a"
        .subsection 3
        .byte   0, 2, 1
        .text
        ret
end

        go_end_table

        .section .rodata
        .balign 8
table:  .quad   table_0, table_1, table_2
