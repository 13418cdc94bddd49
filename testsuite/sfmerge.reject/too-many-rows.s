/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   too-many-rows.s - the second of two functions has N rows by its count,
   and one in the section.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde_as num=N
        sf_fde  .text+8, 8
        sf_row  0, sp, 16
        sf_end
