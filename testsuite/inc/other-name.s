/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   other-name.s - two functions and their SFrame, version V, in a section that
   is not called .sframe: .foo of type SHT_GNU_SFRAME, after other bytes with
   MIXED=1; with HOT=1 .sframe.hot of type SHT_PROGBITS.  With DOF=1 there is
   none, but .SUNW_dof, whose type has the number of SHT_GNU_SFRAME.  */

        .include "sframe.inc"
        .text
        .type   first, %function
        .type   second, %function
first:  .8byte  0x0123456789abcd00 + V, 1
        .size   first, . - first
second: .8byte  0x0123456789abcd00 + V, 2
        .size   second, . - second
        .ifdef  DOF
        .section .SUNW_dof,"a",%0x6ffffff4
        .byte   0x7f, 0x44, 0x4f, 0x46, 2, 1, 2, 0
        .else
        .ifdef  HOT
        .section .sframe.hot,"a",%progbits
        .else
        .section .foo,"a",%0x6ffffff4
        .ifdef  MIXED
        .ascii  "a script"
        .endif
        .endif
        sf_begin version=V, in=here
        sf_fde  first, 16
        sf_row  0, sp, 8
        sf_fde  second, 16
        sf_row  0, sp, 8
        sf_end
        .endif
