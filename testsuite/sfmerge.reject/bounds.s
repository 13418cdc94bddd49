/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   bounds.s - one number of the header makes the auxiliary header, the
   FDEs or the rows end after the section.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_header_as aux=AUX, fdes=FDES, len=LEN, fdeoff=FDEOFF, freoff=FREOFF
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
