/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   no-code.s - a function in a section that is not loaded.  */

        .include "sframe.inc"
        .section .debug_code,"",%progbits
        .skip   8
        sf_begin version=3
        sf_fde  .debug_code+0, 8
        sf_row  0, sp, 8
        sf_end
