# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: functions that no relocation places
#source: dead-object.s --defsym V=3
#as: x86_64 aarch64
#sfmerge: repair -v -o out %O
#stderr: sfmerge: dead-object.o(.sframe+0x1c): function left out: its relocation is missing or void
#stderr: sfmerge: dead-object.o(.sframe+0x2c): function left out: its relocation is against nothing
#stderr: sfmerge: dead-object.o(.sframe+0x3c): function left out: its relocation is against nothing
#stderr: sfmerge: dead-object.o(.sframe+0x5c): function left out: its relocation is against nothing
#stderr: sfmerge: dead-object.o: rewritten: v3, pieces 1, functions 1 of 5, dead 4, described twice 0, void relocations 0
out: section .sframe, 52 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
#if x86_64
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
#else
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
#endif
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x1c: start .text+0x8, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
#if x86_64
      0x0: cfa=sp+32 ra=*(cfa-8) fp=same
#else
      0x0: cfa=sp+32 ra=same fp=same
#endif
