/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   comdat.s - a COMDAT function, of which a link keeps one, and one that
   is not and has N in its code.  */

        .include "sframe.inc"
        .section .text.inline,"axG",%progbits,inline,comdat
        .weak   inline
        .type   inline, %function
inline: .8byte  0x1122334455667788
        .size   inline, 8
        .text
        .type   own, %function
own:    .8byte  0x0123456789abcd00 + N
        .size   own, 8
        sf_begin version=V
        sf_fde  .text.inline, 8
        sf_row  0, sp, 8
        sf_fde  .text, 8
        sf_row  0, sp, 16
        sf_end
