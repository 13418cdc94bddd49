/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   words.s - words in more bytes than they need, as gas 2.40 and 2.44 store
   -128 and -32768, and the extreme values of each width.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V
        sf_fde  .text+0, 16
        sf_row  0, sp, 127, -128
        sf_row2 1, sp, 8, -128
        sf_row2 2, sp, 32767, -32768
        sf_row4 3, sp, 8, -32768
        sf_row4 4, fp, 0x7fffffff, -0x80000000
        sf_end
