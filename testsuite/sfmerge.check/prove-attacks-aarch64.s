# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# As prove-attacks.s, for AArch64: functions whose rules follow from their
# instructions (ok_*), of which the call frame information says the same; and
# functions of which they do not (no_*), each for a reason of its own.

        .arch   armv8.5-a+sve

        .macro  fn name
        .globl  \name
        .type   \name, %function
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

# Save FP and LR in a frame of 16 bytes, and take it away.
        .macro  open
        stp     x29, x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 29, -16
        .cfi_offset 30, -8
        .endm

        .macro  close
        ldp     x29, x30, [sp], 16
        .cfi_restore 29
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        .endm

# Save LR alone.
        .macro  save
        str     x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset 30, -16
        .endm

        .macro  load
        ldr     x30, [sp], 16
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        .endm

        .macro  address reg, what
        adrp    \reg, \what
        add     \reg, \reg, :lo12:\what
        .endm

        .section .rodata
        .balign 8
byte_table:
        .byte   (byte0 - byte_base) / 4, (byte1 - byte_base) / 4
        .byte   (byte2 - byte_base) / 4, (byte3 - byte_base) / 4
half_table:
        .hword  (half0 - half_base) / 4, (half1 - half_base) / 4
word_table:
        .word   word0 - word_table, word1 - word_table
mask_table:
        .byte   (mask0 - mask_base) / 4, (mask1 - mask_base) / 4
if_table:
        .byte   (if0 - if_base) / 4, (if1 - if_base) / 4
memory_table:
        .byte   (memory0 - memory_base) / 4, (memory1 - memory_base) / 4
        .balign 4
data_table:
        .word   data_table - data_table, word_table - data_table
between_table:
        .word   between + 2 - between_table, between + 2 - between_table
        .section .data
        .balign 4
changing:
        .word   word0 - changing, word1 - changing

        .text
# Old versions of mold let the program begin at the first byte of a library.
begin first
        ret
end

begin ok_leaf
        ret
end

begin ok_save_link
        str     x30, [sp, -32]!
        .cfi_def_cfa_offset 32
        .cfi_offset 30, -32
        bl      ok_leaf
        ldr     x30, [sp], 32
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        ret
end

begin ok_frame
        stp     x29, x30, [sp, -48]!
        .cfi_def_cfa_offset 48
        .cfi_offset 29, -48
        .cfi_offset 30, -40
        mov     x29, sp
        stp     x19, x20, [sp, 16]
        str     x0, [x29, 40]
        bl      ok_leaf
        ldp     x19, x20, [sp, 16]
        ldp     x29, x30, [sp], 48
        .cfi_restore 29
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        ret
end

# The pair is not at the end of the frame.
begin ok_inner_pair
        sub     sp, sp, #64
        .cfi_def_cfa_offset 64
        stp     x29, x30, [sp, 16]
        .cfi_offset 29, -48
        .cfi_offset 30, -40
        add     x29, sp, 16
        bl      ok_leaf
        ldp     x29, x30, [sp, 16]
        .cfi_restore 29
        .cfi_restore 30
        add     sp, sp, #64
        .cfi_def_cfa_offset 0
        ret
end

# Memory from the stack, on one way only.
begin ok_alloca
        open
        mov     x29, sp
        .cfi_def_cfa_register 29
        cbz     x0, 1f
        add     x0, x0, 15
        and     x0, x0, -16
        sub     sp, sp, x0
1:      bl      ok_leaf
        mov     sp, x29
        .cfi_def_cfa_register 31
        close
        ret
end

begin ok_align
        open
        mov     x29, sp
        .cfi_def_cfa_register 29
        sub     x9, sp, #80
        and     sp, x9, #-64
        bl      ok_leaf
        mov     sp, x29
        .cfi_def_cfa_register 31
        close
        ret
end

begin ok_large
        mov     x16, #0x2340
        movk    x16, #1, lsl 16
        sub     sp, sp, x16
        .cfi_def_cfa_offset 0x12340
        str     x30, [sp]
        .cfi_offset 30, -0x12340
        bl      ok_leaf
        ldr     x30, [sp]
        .cfi_restore 30
        sub     sp, sp, #-0x340
        .cfi_def_cfa_offset 0x12000
        add     sp, sp, #0x12, lsl 12
        .cfi_def_cfa_offset 0
        ret
end

begin ok_scalable
        open
        mov     x29, sp
        .cfi_def_cfa_register 29
        addvl   sp, sp, #-2
        str     d8, [sp]
        mov     sp, x29
        .cfi_def_cfa_register 31
        close
        ret
end

begin ok_byte_table
        save
        cmp     w0, 3
        b.hi    byte3
        address x1, byte_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1
byte_base:
byte0:  nop
byte1:  add     w0, w0, 1
byte2:  add     w0, w0, 1
byte3:  load
        ret
end

begin ok_half_table
        save
        mov     w8, w0
        cmp     x8, 1
        b.hi    half1
        address x9, half_table
        adr     x10, half_base
        ldrh    w11, [x9, x8, lsl 1]
        add     x10, x10, x11, lsl 2
        br      x10
half_base:
half0:  add     w0, w0, 1
half1:  load
        ret
end

begin ok_word_table
        save
        subs    w8, w0, #2
        b.hs    word1
        mov     w8, w0
        address x9, word_table
        ldrsw   x10, [x9, x8, lsl 2]
        add     x9, x10, x9
        br      x9
word0:  add     w0, w0, 1
word1:  load
        ret
end

begin ok_mask_table
        save
        and     w0, w0, 1
        address x1, mask_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, mask_base
        add     x1, x2, w1, sxtb #2
        br      x1
mask_base:
mask0:  add     w0, w0, 1
mask1:  load
        ret
end

# If the first comparison fails, the flags are those of a number above.
begin ok_if_table
        save
        cmp     w1, 7
        ccmp    w0, 1, 2, ne
        b.hi    if1
        address x1, if_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, if_base
        add     x1, x2, w1, sxtb #2
        br      x1
if_base:
if0:    add     w0, w0, 1
if1:    load
        ret
end

begin ok_tail
        sub     sp, sp, #16
        .cfi_def_cfa_offset 16
        add     sp, sp, #16
        .cfi_def_cfa_offset 0
        b       ok_leaf
end

begin ok_tail_pointer
        br      x0
end

begin ok_two_ways
        save
        cbz     w0, 1f
        sub     sp, sp, #16
        .cfi_def_cfa_offset 32
        add     sp, sp, #16
        .cfi_def_cfa_offset 16
1:      load
        ret
end

begin ok_loop
        sub     sp, sp, #16
        .cfi_def_cfa_offset 16
        add     sp, sp, #16
        .cfi_def_cfa_offset 0
        subs    w0, w0, 1
        b.ne    ok_loop
        ret
end

begin ok_system_call
        mov     x8, 64
        svc     0
        ret
end

begin ok_stops
        save
        bl      ok_never
end

begin ok_never
        brk     1
end

begin ok_entry_mark
        bti     c
        ldr     q0, literal
        ret
literal:
        .quad   -1, -1
end

begin ok_cold
        save
        cbnz    w0, cold
warm:   load
        ret
end
        .cfi_startproc
        .cfi_def_cfa_offset 16
        .cfi_offset 30, -16
cold:   add     w0, w0, 1
        b       warm
        .cfi_endproc

# FP is used for something else, and restored.
begin ok_other_use
        open
        mov     x29, x0
        bl      ok_leaf
        close
        ret
end

begin ok_other_return
        mov     x17, x30
        ret     x17
end

begin ok_jump_back
        br      x30
end

begin ok_signed
        paciasp
        .cfi_negate_ra_state
        open
        mov     x29, sp
        bl      ok_leaf
        close
        autiasp
        .cfi_negate_ra_state
        ret
end

begin ok_signed_at_return
        paciasp
        .cfi_negate_ra_state
        open
        bl      ok_leaf
        close
        retaa
end

begin ok_other_key
        .cfi_b_key_frame
        pacibsp
        .cfi_negate_ra_state
        open
        bl      ok_leaf
        close
        autibsp
        .cfi_negate_ra_state
        ret
end

# The return address is copied to another slot, as its own program wants it.
begin ok_copied_link
        str     x30, [sp, -48]!
        .cfi_def_cfa_offset 48
        .cfi_offset 30, -48
        xpaclri
        str     x30, [sp, 16]
        bl      ok_leaf
        ldr     x30, [sp], 48
        .cfi_restore 30
        .cfi_def_cfa_offset 0
        ret
end

begin ok_vectors
        stp     d8, d9, [sp, -32]!
        .cfi_def_cfa_offset 32
        st1     {v0.16b}, [sp]
        add     x9, sp, 16
        st1     {v0.16b}, [x9], 16
        ldp     d8, d9, [sp], 32
        .cfi_def_cfa_offset 0
        ret
end

begin ok_atomics
        casal   x9, x1, [x0]
        swp     x1, x2, [x0]
1:      ldxr    x3, [x0]
        stxr    w4, x3, [x0]
        cbnz    w4, 1b
        ldp     x0, x1, [x0]
        ret
end

fn no_depth_at_return
        sub     sp, sp, #16
        ret

fn no_frame_at_return
        mov     x29, 0
        ret

fn no_link_at_return
        bl      ok_leaf
        ret

fn no_link_overwritten
        stp     x29, x30, [sp, -16]!
        str     x0, [sp, 8]
        ldp     x29, x30, [sp], 16
        ret

fn no_link_half_overwritten
        stp     x29, x30, [sp, -16]!
        strb    w0, [sp, 15]
        ldp     x29, x30, [sp], 16
        ret

fn no_link_under_vector
        stp     x29, x30, [sp, -16]!
        mov     x9, sp
        st1     {v0.16b}, [x9]
        ldp     x29, x30, [sp], 16
        ret

fn no_link_under_pair
        str     x30, [sp, -32]!
        stp     d8, d9, [sp, -8]
        ldr     x30, [sp], 32
        ret

fn no_link_at_index
        stp     x29, x30, [sp, -16]!
        mov     x1, 8
        str     x0, [sp, x1]
        ldp     x29, x30, [sp], 16
        ret

fn no_link_exchanged
        stp     x29, x30, [sp, -16]!
        add     x9, sp, 8
        swp     x0, x1, [x9]
        ldp     x29, x30, [sp], 16
        ret

fn no_link_loaded
        ldr     x30, [x0]
        ret

fn no_link_changed
        add     x30, x30, 4
        ret

fn no_swapped_pair
        stp     x29, x30, [sp, -16]!
        ldp     x30, x29, [sp], 16
        ret

fn no_other_return
        ret     x1

# What is below SP may be written by a signal.
fn no_link_below
        str     x30, [sp, -16]!
        bl      ok_leaf
        add     sp, sp, #16
        ldr     x30, [sp, -16]
        ret

fn no_two_depths
        cbz     w0, 1f
        sub     sp, sp, #16
1:      add     sp, sp, #16
        ret

fn no_loop_depth
1:      sub     sp, sp, #16
        subs    w0, w0, 1
        b.ne    1b
        ret

fn no_bound
        str     x30, [sp, -16]!
        address x1, byte_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1

# A comparison of signed numbers is no bound.
fn no_signed_bound
        str     x30, [sp, -16]!
        cmp     w0, 3
        b.gt    1f
        address x1, byte_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1
1:      ldr     x30, [sp], 16
        ret

# The low half has a bound, the register has none.
fn no_narrow_bound
        str     x30, [sp, -16]!
        cmp     w0, 3
        b.hi    1f
        address x1, byte_table
        ldrb    w1, [x1, x0]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1
1:      ldr     x30, [sp], 16
        ret

fn no_bound_any_more
        str     x30, [sp, -16]!
        cmp     w0, 3
        b.hi    1f
        ldr     w0, [x3]
        address x1, byte_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1
1:      ldr     x30, [sp], 16
        ret

# If the first comparison fails, the flags are those of a number below.
fn no_if_bound
        str     x30, [sp, -16]!
        cmp     w1, 7
        ccmp    w0, 1, 0, ne
        b.hi    1f
        address x1, if_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, if_base
        add     x1, x2, w1, sxtb #2
        br      x1
1:      ldr     x30, [sp], 16
        ret

# Something else has changed the flags.
fn no_flags_any_more
        str     x30, [sp, -16]!
        cmp     w0, 3
        adds    w4, w5, w6
        b.hi    1f
        address x1, byte_table
        ldrb    w1, [x1, w0, uxtw]
        adr     x2, byte_base
        add     x1, x2, w1, sxtb #2
        br      x1
1:      ldr     x30, [sp], 16
        ret

fn no_table_that_changes
        str     x30, [sp, -16]!
        and     w8, w0, 1
        address x9, changing
        ldrsw   x10, [x9, x8, lsl 2]
        add     x9, x10, x9
        br      x9

fn no_table_of_data
        str     x30, [sp, -16]!
        and     w8, w0, 1
        address x9, data_table
        ldrsw   x10, [x9, x8, lsl 2]
        add     x9, x10, x9
        br      x9

# The table leads between two instructions.
fn no_table_between
        and     w8, w0, 1
        address x9, between_table
        ldrsw   x10, [x9, x8, lsl 2]
        add     x9, x10, x9
        br      x9
between:
        nop
        ret

# The register that has the table's index is not the one that was compared.
fn no_bound_of_table
        str     x30, [sp, -16]!
        ldrb    w3, [x4]
        cmp     w0, 1
        b.hi    memory1
        address x1, memory_table
        ldrb    w1, [x1, w3, uxtw]
        adr     x2, memory_base
        add     x1, x2, w1, sxtb #2
        br      x1
memory_base:
memory0:
        add     w0, w0, 1
memory1:
        ldr     x30, [sp], 16
        ret

fn no_signal_return
        mov     x8, 139
        svc     0
        ret

fn no_clone
        mov     x8, 220
        svc     0
        ret

fn no_known_call
        mov     x8, x0
        svc     0
        ret

fn no_supervisor
        nop
        smc     0
        ret

fn no_stack
        mov     sp, x0
        ret

fn no_stack_computed
        and     x0, x0, -16
        sub     sp, x0, #16
        add     sp, sp, #16
        ret

fn no_stack_scalable
        addvl   sp, sp, #-1
        ret

fn no_long_jump
        ldp     x29, x30, [x0]
        ldr     x1, [x0, 16]
        mov     sp, x1
        br      x30

fn no_call_of_next
        bl      1f
1:      ret

# Data where the way goes on.
fn no_instruction
        nop
        .word   -1
        ret

fn no_victim
        str     x30, [sp, -16]!
inside: nop
        ldr     x30, [sp], 16
        ret

fn no_jump_inside
        sub     sp, sp, #48
        b       inside

fn no_signed_return
        paciasp
        ret

# Whoever walks the stack authenticates with the CFA.
fn no_signed_deeper
        sub     sp, sp, #16
        paciasp
        autiasp
        add     sp, sp, #16
        ret

fn no_other_key
        paciasp
        autibsp
        ret

fn no_signed_with_zero
        paciaz
        autiaz
        ret

fn no_tail_depth
        str     x30, [sp, -16]!
        b       ok_leaf

fn no_tail_frame
        mov     x29, 0
        b       ok_leaf

fn no_tail_link
        bl      ok_leaf
        b       ok_leaf

fn no_tail_pointer
        str     x19, [sp, -16]!
        br      x1

# Some write a general register where one may not expect it.
fn no_frame_from_vector
        fmov    x29, d0
        ret

fn no_frame_from_element
        mov     x29, v0.d[1]
        ret

fn no_frame_converted
        fcvtzs  w29, s0
        ret

fn no_frame_written_back
        ldr     x0, [x29], 8
        ret

fn no_frame_written_back_by_vectors
        ld1     {v0.16b}, [x29], 16
        ret

fn no_frame_compared
        cas     x29, x1, [x0]
        ret

fn no_frame_status
        stxr    w29, x1, [x0]
        ret

fn no_frame_added
        ldadd   x1, x29, [x0]
        ret

fn no_frame_counted
        cntd    x29
        ret

fn no_frame_last
        lastb   x29, p0, z0.d
        ret

fn no_frame_system
        mrs     x29, tpidr_el0
        ret

# A linker may put a branch of its own behind it.
fn no_end
        sub     sp, sp, #16
