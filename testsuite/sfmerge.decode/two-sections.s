/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   two-sections.s - two sections called .sframe in one object.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=1
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
        .section .sframe,"a",%progbits,unique,1
        sf_begin version=2, in=here
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
