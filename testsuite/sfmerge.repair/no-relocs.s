/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   no-relocs.s - functions, and not a relocation.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=2
        sf_fde  .text+0, 8, start=0
        sf_row  0, sp, 8
        sf_fde  .text+8, 8, start=0
        sf_row  0, sp, 8
        sf_end
