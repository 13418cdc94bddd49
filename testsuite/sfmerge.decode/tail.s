/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   tail.s - TAIL zero bytes after the last row: the s390x assembler pads
   to 8, ld -r before 2.45 leaves the bytes of the headers that it removed.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=2
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
        .fill   TAIL, 1, 0
