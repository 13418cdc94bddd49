/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   starts.s - starts with a relocation to another section, to an undefined
   symbol, with R_*_NONE and without one.  */

        .include "sframe.inc"
        .text
        .skip   8
        .section .text.cold,"ax",%progbits
        .skip   16
        sf_begin version=V
        sf_fde  .text.cold+8, 8
        sf_row  0, sp, 8
        sf_fde  elsewhere, 8
        sf_row  0, sp, 16
        sf_fde  , 8, start=0
        sf_row  0, sp, 24
        sf_fde  , 8, start=1
        sf_row  0, sp, 32
        sf_fde  .text, 8
        sf_row  0, sp, 40
        sf_end
        sf_half 0
        .reloc  .Lsf_fdes0+2*E, R_X86_64_NONE, .text
