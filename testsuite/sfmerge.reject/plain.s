/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   plain.s - code without a .sframe section.  */

        .include "sframe.inc"
        .text
        .skip   8
