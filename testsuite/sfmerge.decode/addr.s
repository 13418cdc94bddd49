/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   addr.s - the three widths of a row's start, at the edges where assemblers
   change them, with starts that look negative if they are sign-extended.  */

        .include "sframe.inc"
        .text
        .skip   0x20200
        sf_begin version=V
        sf_fde  .text+0, 255
        sf_row  0, sp, 8
        sf_row  254, sp, 16
        sf_fde  .text+0x100, 256, type=1
        sf_row  0, sp, 8
        sf_row  255, sp, 16
        sf_fde  .text+0x200, 65535, type=1
        sf_row  0, sp, 8
        sf_row  0x8000, sp, 16
        sf_row  65534, sp, 16
        sf_fde  .text+0x10200, 65536, type=2
        sf_row  0, sp, 8
        sf_row  65535, sp, 16
        sf_fde  .text+0, 0xffffffff, type=2
        sf_row  0, sp, 8
        sf_row  0xfffffffe, sp, 16
        sf_end
