/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   unordered.s - row blocks in the reverse order of the FDEs, with a byte
   that belongs to nobody between them, as GNU ld leaves blocks in input
   order.  */

        .include "sframe.inc"
        .text
        .skip   24
        sf_begin version=V
        sf_fde  .text+0, 8, rows=11
        sf_fde  .text+8, 8, rows=10, type=1
        sf_fde  .text+16, 8
        sf_row  0, sp, 24
        sf_block 10, type=1
        sf_row  0, sp, 16
        sf_close
        .byte   0xff
        sf_block 11
        sf_row  0, sp, 8
        sf_end
