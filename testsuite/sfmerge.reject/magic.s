/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   magic.s - the magic number is 0xdee3, in a header that is right
   otherwise.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_header_as magic=0xdee3
        sf_begin version=V, ra=-8
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
