/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   rowless.s - functions without rows: version 3's for a signal frame and
   another that the assembler could not describe, and an old version's.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=V
        .if     V == 3
        sf_fde  .text+0, 8, signal=1
        .endif
        sf_fde  .text+8, 8
        sf_fde  .text+16, 8
        sf_row  0, sp, 8
        sf_end
