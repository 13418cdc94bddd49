/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   stale.s - functions of which some have other code with -D NEW=1: one, two
   and four; three only moves.  */

        .include "sframe.inc"
        .macro  function name, size, fill
        .globl  \name
        .type   \name, %function
\name:
        .fill   \size, 1, \fill
        .size   \name, .-\name
        .endm
        .text
        function one, 16+8*NEW, 0x90+NEW
        function two, 16, 0x91+NEW
        function three, 24, 0x93
        function four, 16, 0x94+NEW
        sf_begin version=3
        sf_fde  one, 16+8*NEW
        sf_row  0, sp, 8
        sf_fde  two, 16
        sf_row  0, sp, 8
        sf_fde  three, 24
        sf_row  0, sp, 8
        sf_fde  four, 16
        sf_row  0, sp, 8
        sf_end
