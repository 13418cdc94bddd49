/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   ends-stack.s - a usual function, and one whose rows do not end the stack
   where .eh_frame does.  */

        .include "sframe.inc"
        .text
usual:  .cfi_startproc
        .skip   16, 0x90
        .cfi_endproc
ends:   .cfi_startproc
        .cfi_undefined rip
        .skip   16, 0x90
        .cfi_endproc
        sf_begin
        sf_fde  usual, 16
        sf_row  0, sp, 8
        sf_fde  ends, 16
        sf_row  0, sp, 8
        sf_end
