# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# A program of Go for AArch64, by hand, as go-table.s is for x86-64.

        .set    QUANTUM, 4
        .set    PADDING, 0
        .include "go-table.inc"

        # What Go's compiler writes at the start of a function with a frame of
        # SIZE bytes, and at its end.  The return address is at SP, and the
        # caller's FP below it.
        .macro  enter size
        ldr     x16, [x28, #16]
        cmp     sp, x16
        b.ls    9f
        str     x30, [sp, #-\size]!
        depth   \size
        .cfi_def_cfa_offset \size
        .cfi_offset x30, -\size
        stur    x29, [sp, #-8]
        .cfi_offset x29, -\size - 8
        sub     x29, sp, #8
        .endm

        .macro  leave_ size
        ldp     x29, x30, [sp, #-8]
        .cfi_restore x29
        add     sp, sp, #\size
        depth   0
        .cfi_def_cfa_offset 0
        .cfi_restore x30
        .endm

        .macro  more label
9:      str     x0, [sp, #8]
        mov     x3, x30
        bl      morestack_noctxt
        ldr     x0, [sp, #8]
        b       \label
        .endm

        .text
        .balign 32
        .globl  _start
go_text:
        # No code: Go's linker puts its build-id here.
        go_record go_data, "go.buildid", 0, 0, 0
go_data:
        .ascii  "\377 Go build ID: \"none\"\n \377"

go _start, _rt0_arm64_linux
        .cfi_undefined x30
        ldr     x0, [sp]
        b       ok_start
end

go ok_leaf, main.leaf
        add     x0, x0, #1
        ret
end

go ok_frame, main.frame
        enter   32
        str     x0, [sp, #40]
        bl      ok_leaf
        blr     x1
        leave_  32
        ret
        more    ok_frame
end

# A frame beyond the reach of one instruction.
go ok_large, main.large
        ldr     x16, [x28, #16]
        mov     x27, #0x1f90
        subs    x17, sp, x27
        b.cc    9f
        cmp     x17, x16
        b.ls    9f
        sub     x20, sp, #0x2, lsl #12
        stp     x29, x30, [x20, #-8]
        mov     sp, x20
        depth   0x2000
        .cfi_def_cfa_offset 0x2000
        .cfi_offset x30, -0x2000
        .cfi_offset x29, -0x2008
        sub     x29, sp, #8
        bl      ok_frame
        ldp     x29, x30, [sp, #-8]
        .cfi_restore x29
        add     sp, sp, #0x2, lsl #12
        depth   0
        .cfi_def_cfa_offset 0
        .cfi_restore x30
        ret
        more    ok_large
end

# Calls runtime.duffzero as the compiler does, with a frame of its own for it.
go ok_duff, main.duff
        enter   64
        adr     x27, 1f
        stp     x29, x27, [sp, #-24]
        sub     x29, sp, #24
        bl      ok_leaf
1:      sub     x29, sp, #8
        leave_  64
        ret
        more    ok_duff
end

# Panics, and is followed by a part at another depth.
go ok_throws, main.throws
        enter   48
        cbz     x0, 1f
        leave_  48
        ret
1:      .cfi_def_cfa_offset 48
        .cfi_offset x30, -48
        .cfi_offset x29, -56
        depth   48
        bl      ends
        nop
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        depth   0
        more    ok_throws
end

# A handler of signals has put the link register below SP, and made it look
# like called.
go ok_sigpanic, runtime.sigpanic
        .cfi_def_cfa_offset 16
        str     x30, [sp, #-32]!
        depth   32
        .cfi_def_cfa_offset 48
        .cfi_offset x30, -48
        stur    x29, [sp, #-8]
        .cfi_offset x29, -56
        sub     x29, sp, #8
        bl      ok_leaf
        leave_  32
        .cfi_def_cfa_offset 16
        ret
end

# The stack ends here, and the table does not know SP.
go ok_start, runtime.rt0_go, 5
        .cfi_undefined x30
        sub     sp, sp, #32
        bl      ok_frame
        brk     #1
end

# Has the return address nowhere, and goes on with another stack.
go gogo, gogo, 6
        mov     x28, x6
        bl      ok_leaf
gogo_lost:
        ldr     x0, [x5]
        mov     sp, x0
gogo_away:
        .cfi_undefined x30
        ldr     x30, [x5, #40]
        br      x6
end

# It has a return, which nothing reaches.
go ends, runtime.throw
        enter   32
        bl      ok_leaf
        mov     x1, xzr
        str     x0, [x1]
        leave_  32
        ret
        more    ends
end

# Comes back with X3 in the link register.
go morestack, runtime.morestack
        b       morestack
end

go morestack_noctxt, runtime.morestack_noctxt
        mov     w26, wzr
        b       morestack
end

# It writes where its caller's FP is.
go no_room, main.room
        stur    x0, [sp, #-8]
        ret
end

# Something else is called before there is a frame.
go no_link, main.link
        ldr     x16, [x28, #16]
        cmp     sp, x16
        b.ls    9f
        ret
9:      mov     x3, x30
        bl      ok_leaf
        b       no_link
end

# FP is saved in nobody's bytes.
go no_fp, main.fp
        str     x30, [sp, #-32]!
        depth   32
        stur    x29, [sp, #-16]
        bl      ok_leaf
        ldur    x29, [sp, #-16]
        ldr     x30, [sp], #32
        depth   0
        ret
end

go no_depth, main.depth
        str     x30, [sp, #-32]!
        depth   48
        bl      ok_leaf
        ldr     x30, [sp], #32
        depth   0
        ret
end

        go_end_table
