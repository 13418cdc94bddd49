/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   contradicted-local.s - two static functions, and SFrame of which the second
   function's is not what .debug_frame says.  */

        .include "sframe.inc"
        .file   "contradicted-local.c"
        .cfi_sections .debug_frame
        .macro  function name, code
        .type   \name, %function
\name:  .cfi_startproc
        .8byte  \code
        .cfi_endproc
        .size   \name, . - \name
        .endm
        .section .text.right, "ax", %progbits
        function right, 0x0123456789abcdef
        .section .text.wrong, "ax", %progbits
        function wrong, 0x1123456789abcdef
        sf_begin version=3
        sf_fde  right, 8
        sf_row  0, sp, 8
        sf_fde  wrong, 8
        sf_row  0, sp, 16
        sf_end
