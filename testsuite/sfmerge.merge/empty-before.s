/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   empty-before.s - PART 1: a function, and a description of size 0 at its end.
   PART 2: the function that begins there.  */

        .include "sframe.inc"
        .text
        .if PART == 1
        .globl  one
        .type   one, %function
one:    .8byte  0x0101010101010101
        .size   one, 8
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+8, 0
        sf_row  0, sp, 8
        sf_end
        .else
        .globl  two
        .type   two, %function
two:    .8byte  0x0203040506070809, 0x1213141516171819
        .size   two, 16
        sf_begin version=2
        sf_fde  .text+0, 16
        sf_row  0, sp, 8
        sf_row  4, sp, 24
        sf_end
        .endif
