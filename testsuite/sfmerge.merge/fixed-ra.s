/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   fixed-ra.s - one function; the fixed offsets of RA and FP are those
   that the command line says.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=2, ra=RA, fp=FP
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
