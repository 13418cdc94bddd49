/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   abi.s - the ABI is not that of the object file, of the byte order or
   of the version, or there is none of the number.  */

        .include "sframe.inc"
        .text
        .skip   8
        sf_begin version=V, ra=-8, abi=A
        sf_fde  .text+0, 8
        sf_row  0, sp, 8
        sf_end
