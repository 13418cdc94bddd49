# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: one of two rows are missing
#source: too-many-rows.s --defsym V=1 --defsym N=2
#as: x86_64 aarch64_be
#status: 1
too-many-rows.o: section .sframe, 68 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 34
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
    error at 0x44: a row begins here with 0 still to come, but the FREs end at 0x44
