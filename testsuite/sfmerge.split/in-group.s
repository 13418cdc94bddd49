/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   in-group.s - a .sframe in one COMDAT group with functions of another, and of
   none.  */

        .include "sframe.inc"
        .section .text.f,"axG",%progbits,f,comdat
        .skip   8
        .section .text.g,"axG",%progbits,g,comdat
        .skip   8
        .section .text.h,"ax",%progbits
        .skip   8
        .section .sframe,"aG",%progbits,f,comdat
        sf_begin version=2, in=here
        sf_fde  .text.g+0, 8
        sf_row  0, sp, 8
        sf_fde  .text.h+0, 8
        sf_row  0, sp, 16
        sf_end
