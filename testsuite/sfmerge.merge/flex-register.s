/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   flex-register.s - a FLEX function whose row names register 0x1fffffff,
   which an assembler wrote for FP rules based on a register other than
   its own, and a right one.  */

        .include "sframe.inc"
        .text
        .skip   16
        sf_begin version=3
        sf_fde  .text+0, 8, flex=1
        sf_row4 0, flex, 0x39, 8, 0, (0x1fffffff<<3)|3, 0
        sf_fde  .text+8, 8, flex=1
        sf_row  0, flex, 0x39, 8
        sf_end
