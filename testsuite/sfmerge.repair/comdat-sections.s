/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   comdat-sections.s - a .sframe in each of two COMDAT groups.  */

        .include "sframe.inc"
        .section .text.f,"axG",%progbits,f,comdat
        .skip   8
        .section .text.g,"axG",%progbits,g,comdat
        .skip   8
        .section .sframe,"aG",%progbits,f,comdat
        sf_begin version=2, in=here
        sf_fde  .text.f+0, 8
        sf_row  0, sp, 8
        sf_end
        .section .sframe,"aG",%progbits,g,comdat
        sf_begin version=2, in=here
        sf_fde  .text.g+0, 8
        sf_row  0, sp, 16
        sf_end
