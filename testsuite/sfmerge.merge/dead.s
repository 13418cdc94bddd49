/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   dead.s - functions that a linker discarded, between two that it kept:
   no relocation is left, so that the start is the field's own address,
   or the relocation went to address 0, as that of a weak symbol does.  */

        .include "sframe.inc"
        .weak   nowhere
        .text
        .skip   16
        sf_begin version=V
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_fde  , 8, start=0
        sf_row  0, sp, 16
        sf_fde  nowhere, 8
        sf_row  0, sp, 24
        sf_fde  .text+8, 8
        sf_row  0, sp, 32
        sf_end
