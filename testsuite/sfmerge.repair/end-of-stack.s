/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   end-of-stack.s - rows that do not end the stack where .eh_frame does: all of
   a function, its middle, its end, and a function whose rows are wrong.  */

        .include "sframe.inc"
        .text
whole:  .cfi_startproc
        .cfi_undefined rip
        .skip   16, 0x90
        .cfi_endproc
middle: .cfi_startproc
        .skip   1, 0x90
        .cfi_def_cfa_offset 16
        .skip   3, 0x90
        .cfi_undefined rip
        .skip   4, 0x90
        .cfi_def_cfa_offset 24
        .skip   2, 0x90
        .cfi_offset rip, -8
        .skip   2, 0x90
        .cfi_def_cfa_offset 8
        .skip   4, 0x90
        .cfi_endproc
tail:   .cfi_startproc
        .skip   8, 0x90
        .cfi_undefined rip
        .skip   8, 0x90
        .cfi_endproc
wrong:  .cfi_startproc
        .cfi_def_cfa_offset 32
        .skip   16, 0x90
        .cfi_endproc
        sf_begin
        sf_fde  whole, 16
        sf_row  0, sp, 8
        sf_fde  middle, 16
        sf_row  0, sp, 8
        sf_row  1, sp, 16
        sf_row  8, sp, 24
        sf_row  12, sp, 8
        sf_fde  tail, 16
        sf_row  0, sp, 8
        sf_fde  wrong, 16
        sf_row  0, sp, 8
        sf_end
