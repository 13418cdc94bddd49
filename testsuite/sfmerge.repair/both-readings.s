/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   both-readings.s - two functions as far apart as a start is from what it
   may be relative to: read either way it is a function of the right size.  */

        .include "sframe.inc"
        .text
        .type   one, @function
        .type   two, @function
one:    .cfi_startproc
        .skip   28
        .cfi_endproc
        .size   one, 28
two:    .cfi_startproc
        .skip   28
        .cfi_endproc
        .size   two, 28
        sf_begin version=2
        sf_fde  .text+28, 28
        sf_row  0, sp, 8
        sf_end
