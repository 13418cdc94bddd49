/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unjudged.s - functions whose call frame information says what SFrame cannot,
   or nobody knows what, with rows that assemblers write for less.  The first
   and the last are usual.  With V=2, also what that version cannot say.  */

        .include "sframe.inc"

        .macro  function name, amd64, aarch64
        .globl  \name
        .type   \name, %function
\name:  .cfi_startproc
        .cfi_def_cfa_offset 8
        .skip   4, 0
        .if     SF_ABI == 3
        \amd64
        .else
        \aarch64
        .endif
        .skip   4, 0
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .text
        function first
        function fp_undefined, ".cfi_undefined 6", ".cfi_undefined 29"
        function sp_saved, ".cfi_offset 7, -16", ".cfi_offset 31, -16"
        function sp_moved, ".cfi_register 7, 3", ".cfi_register 31, 3"
        function ra_expression, ".cfi_escape 0x10, 16, 3, 0x77, 0, 6", ".cfi_escape 0x10, 30, 3, 0x8f, 0, 6"
        function cfa_expression, ".cfi_escape 0xf, 4, 0x77, 8, 6, 6", ".cfi_escape 0xf, 4, 0x8f, 8, 6, 6"
        function unknown, ".cfi_escape 0x3d", ".cfi_escape 0x3d"
        function ended, ".cfi_undefined 16", ".cfi_undefined 30"
        .if     V < 3
        function other_base, ".cfi_def_cfa 3, 16", ".cfi_def_cfa 10, 16"
        function ra_register, ".cfi_register 16, 3", ".cfi_register 30, 10"
        .endif
        function last

        sf_begin version=V
        .macro  rows names:vararg
        .irp    name, \names
        sf_fde  \name, 8
        sf_row  0, sp, 8
        .endr
        .endm
        rows    first, fp_undefined, sp_saved, sp_moved, ra_expression
        rows    cfa_expression, unknown, ended
        .if     V < 3
        rows    other_base, ra_register
        .endif
        rows    last
        sf_end
