/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   alike.s - a function with the 8 bytes of unproven.s that end with N.  */

        .section .text.alike, "ax", %progbits
        .globl  alike
        .type   alike, %function
alike:  .fill   4, 1, 0x90
        .4byte  N
        .size   alike, 8
