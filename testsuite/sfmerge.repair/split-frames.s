/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   split-frames.s - 70000 rows in one function, as .eh_frame has them.  */

        .include "sframe.inc"
        .text
        .cfi_startproc
        .set    at, 0
        .rept   70000
        .cfi_def_cfa_offset 8+8*(at&1)
        .skip   1
        .set    at, at + 1
        .endr
        .cfi_endproc
        sf_header_as fres=70000
        sf_begin version=2
        sf_fde_as num=70000
        sf_fde  .text+0, 70000, type=2
        .set    at, 0
        .rept   70000
        .4byte  at
        .byte   0x03, 8+8*(at&1)
        .set    at, at + 1
        .endr
        sf_end
