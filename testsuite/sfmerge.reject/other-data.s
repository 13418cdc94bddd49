/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   other-data.s - what a program reads, in a section of SFrame's name.  */

        .section .sframe,"a",%progbits
        .balign 8
        .ascii  "what a program reads"
