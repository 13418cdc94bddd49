/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   registers.s - s390x rows that say "not saved" in two ways, and registers in
   the words of version 2; two functions of them.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=2, flags=4
        .set    at, 0
        .rept   2
        sf_fde  (.text+at), 16
        sf_row  0, sp, 0
        sf_row  4, sp, 0, 0
        sf_row  8, sp, 0, 0, -48
        sf_row2 10, sp, 0, 0, -48
        sf_row  12, sp, 0, 33, 35
        .set    at, at + 16
        .endr
        sf_end
