/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   mangled.s - a row says that RA is mangled, on a machine that cannot
   sign addresses.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_row  4, spm, 16
        sf_end
