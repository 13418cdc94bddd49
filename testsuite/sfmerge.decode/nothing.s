/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   nothing.s - a .sframe section of N zero bytes.  */

        .include "sframe.inc"
        .text
        .skip   8
        .section .sframe,"a",%progbits
        .fill   N, 1, 0
