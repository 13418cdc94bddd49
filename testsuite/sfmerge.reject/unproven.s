/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unproven.s - a strong function of SIZE bytes, whose code ends with N, in an
   image without call frame information.  */

        .include "sframe.inc"
        .section .text.strong, "ax", %progbits
        .globl  strong
        .type   strong, %function
strong: .fill   SIZE - 4, 1, 0x90
        .4byte  N
        .size   strong, SIZE
        sf_begin version=3
        sf_fde  strong, SIZE
        sf_row  0, sp, 8
        sf_end
