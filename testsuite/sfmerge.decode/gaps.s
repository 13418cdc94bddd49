/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   gaps.s - an auxiliary header, bytes between it and the FDEs, and bytes
   between these and the rows: all legal, never written by GNU tools.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, aux=12, fdegap=4, fregap=6
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
