/* SPDX-License-Identifier: GPL-3.0-or-later
   Copyright (C) 2026 the sfmerge authors

   stray-order.s - what ld -r of binutils up to 2.44 leaves of two objects: one
   header, SORTED set, relocations where other fields would be than are there,
   an entry that is void, and a tail of zeros.  */

        .include "sframe.inc"
        .text
        .skip   32
        sf_begin version=2, flags=1
        sf_fde  .text+0, 8, start=0
        sf_row  0, sp, 8
        sf_fde  .text+8, 8, start=0
        sf_row  0, sp, 16
        sf_fde  .text+16, 8, start=0
        sf_row  0, sp, 24
        sf_end
        .skip   31
        sf_half 0
        .reloc  .Lsf_fdes0+0, R_X86_64_PC32, .text+0
        .reloc  .Lsf_fdes0+30, R_X86_64_NONE
        .reloc  .Lsf_fdes0+30, R_X86_64_PC32, .text+8
        .reloc  .Lsf_fdes0+50, R_X86_64_PC32, .text+16
