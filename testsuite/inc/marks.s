/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   marks.s - functions with the mark of a signal frame in .eh_frame, in .sframe,
   in both or in neither; with KEYS=1, on AArch64, with key B of pointer
   authentication.  */

        .include "sframe.inc"

        .macro  function name, directive, more
        .globl  \name
        .type   \name, %function
\name:  .cfi_startproc
        .cfi_def_cfa_offset 8
        \directive
        \more
        .skip   8, 0
        .cfi_endproc
        .size   \name, . - \name
        .endm

        .macro  rows name, signal, key
        sf_fde  \name, 8, signal=\signal, pauth=\key
        sf_row  0, sp, 8
        .endm

        .text
        function plain
        function marked, .cfi_signal_frame
        function lost, .cfi_signal_frame
        function invented
        .ifdef  KEYS
        function key_b, .cfi_b_key_frame
        function key_lost, .cfi_b_key_frame
        function key_invented
        function both_lost, .cfi_b_key_frame, .cfi_signal_frame
        .endif

        sf_begin version=V
        rows    plain, 0, 0
        rows    marked, 1, 0
        rows    lost, 0, 0
        rows    invented, 1, 0
        .ifdef  KEYS
        rows    key_b, 0, 1
        rows    key_lost, 0, 0
        rows    key_invented, 0, 1
        rows    both_lost, 0, 0
        .endif
        sf_end
