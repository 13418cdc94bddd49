/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bad-rows.s - two functions with a row past their end.  The first has a C++
   name, and a local one beside it; the second a C name.  */

        .include "sframe.inc"
        .text
        .globl  _ZN4tree4walkEi, fell
        .type   _ZN4tree4walkEi, %function
        .type   alias, %function
        .type   fell, %function
alias:
_ZN4tree4walkEi:
        .skip   16
        .size   _ZN4tree4walkEi, 16
        .size   alias, 16
fell:
        .skip   16
        .size   fell, 16
        sf_begin version=3, in=gnu
        sf_fde  .text+0, 16
        sf_row  0, sp, 8
        sf_row  20, sp, 16
        sf_fde  .text+16, 16
        sf_row  0, sp, 8
        sf_row  17, sp, 16
        sf_end
