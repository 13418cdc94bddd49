/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   header-only.s - no functions: what assemblers write when none of them
   can be described.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=V
        sf_end
