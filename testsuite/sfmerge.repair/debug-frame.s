/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   debug-frame.s - functions that .debug_frame describes, so many that its
   bytes can be compressed, and SFrame of the first two, of which the second is
   wrong.  */

        .include "sframe.inc"
        .cfi_sections .debug_frame
        .text
        .macro  function name
        .globl  \name
        .type   \name, %function
\name:  .cfi_startproc
        .8byte  0x0123456789abcdef
        .cfi_endproc
        .size   \name, . - \name
        .endm
        function right
        function wrong
        .macro  another
        function other\@
        .endm
        .rept   30
        another
        .endr
        sf_begin version=3
        sf_fde  right, 8
        sf_row  0, sp, 8
        sf_fde  wrong, 8
        sf_row  0, sp, 16
        sf_end
