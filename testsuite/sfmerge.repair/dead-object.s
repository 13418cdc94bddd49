/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dead-object.s - functions that no relocation places: none at all, an absolute
   symbol, an undefined one, a common one; and one that lives.  */

        .include "sframe.inc"
        .set    nowhere, 0x1000
        .comm   shared, 8, 8
        .text
        .skip   32
        sf_begin version=V
        sf_fde  .text+0, 8, start=0
        sf_row  0, sp, 8
        sf_fde  nowhere, 8
        sf_row  0, sp, 16
        sf_fde  elsewhere, 8
        sf_row  0, sp, 24
        sf_fde  .text+8, 8
        sf_row  0, sp, 32
        sf_fde  shared, 8
        sf_row  0, sp, 40
        sf_end
