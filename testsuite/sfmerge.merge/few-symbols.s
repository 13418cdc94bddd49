/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   few-symbols.s - a function that has a symbol if W is 0, and none otherwise, as
   after strip -x.  */

        .include "sframe.inc"
        .text
        .ifeq   W
        .globl  known
        .type   known, %function
known:  .skip   8
        .size   known, 8
        .else
        .skip   8
        .endif
        sf_begin version=V
        sf_fde  .text, 8
        sf_row  0, sp, (8+8*W)
        sf_end
