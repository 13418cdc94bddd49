/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   short.s - a section of 27 bytes is one byte too short for a header.  */

        .include "sframe.inc"
        .text
        .skip   8
        .section .sframe,"a",%progbits
        .2byte  0xdee2
        .byte   2, 0, SF_ABI, 0, -8, 0
        .skip   19
