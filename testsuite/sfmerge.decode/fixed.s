/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixed.s - FP and RA at fixed offsets, in rows that have the CFA word
   only.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, fp=-16, ra=-8
        sf_fde  .text+0, 16
        sf_row  0, sp, 16
        sf_row  8, fp, 16
        sf_end
