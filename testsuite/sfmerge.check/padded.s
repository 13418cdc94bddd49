/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   padded.s - functions that end in bytes without rows: padding, padding and
   then code, and code; and one that is nothing but padding.  */

        .include "sframe.inc"
        .text
        .macro  function name, rest:vararg
        .type   \name, @function
\name:  .nops   12
        call    \name - 1
        \rest
        .size   \name, . - \name
        .endm

function padded, .skip 15, 0xcc
function back, .byte 0xcc, 0xcc, 0xc3
function code, .skip 15, 0xc3
        .type   nothing, @function
nothing: .skip  32, 0xcc
        .size   nothing, 32
        sf_begin
        sf_fde  padded, 17
        sf_row  0, sp, 8
        sf_fde  back, 17
        sf_row  0, sp, 8
        sf_fde  code, 17
        sf_row  0, sp, 8
        sf_end
