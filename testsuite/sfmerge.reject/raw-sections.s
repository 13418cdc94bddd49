/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   raw-sections.s - COUNT sections .raw.0, .raw.1 ... of zeros.  */

        .macro  raw sf1
        .section .raw.\sf1,"a"
        .8byte  0
        .endm
        .set    number, 0
        .altmacro
        .rept   COUNT
        raw     %number
        .set    number, number + 1
        .endr
