/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   many.s - eight functions with little to say: version 3 takes 21 bytes
   for each where version 1 takes 17.  */

        .include "sframe.inc"
        .text
        .skip   64
        sf_begin version=1
        .set    at, 0
        .rept   8
        sf_fde  (.text+at), 8
        sf_row  0, sp, 8
        .set    at, at + 8
        .endr
        sf_end
