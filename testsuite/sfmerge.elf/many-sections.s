/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   many-sections.s - COUNT code sections, more than fit into the section
   numbers of ELF headers and symbols, and functions in the first and the
   last of them.  */

        .include "sframe.inc"
        .macro  code sf1
        .section .code.f\sf1,"ax",%progbits
        .4byte  0
        .endm
        .set    number, 0
        .rept   COUNT
        .altmacro
        code    %number
        .noaltmacro
        .set    number, number + 1
        .endr

        .macro  function sf1, sf2
        sf_fde  .code.f\sf1, 4
        sf_row  0, sp, \sf2
        .endm
        sf_begin version=3
        sf_fde  .code.f0, 4
        sf_row  0, sp, 8
        .set    number, COUNT - 1
        .altmacro
        function %number, 16
        .noaltmacro
        sf_end
