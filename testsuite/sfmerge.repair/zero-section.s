/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   zero-section.s - what ld -r leaves of a version that it does not read.  */

        .section .sframe,"a",%progbits
        .balign 8
        .skip   64
