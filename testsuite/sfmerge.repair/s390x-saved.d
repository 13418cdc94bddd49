# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: registers of s390x become FLEX rows, all of them
#source: s390x-saved.s
#as: s390x
#sfmerge: convert --to=v3 -o out %O
out: section .sframe, 136 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 3, num_fres 8, fre_len 60, fdeoff 0, freoff 48
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 6, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x2: cfa=sp+160 ra=f0+0 fp=same
      0x2: cfa=sp+160 ra=f2+0 fp=same
      0x4: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x8: cfa=sp+160 ra=same fp=f4+0
      0x10: cfa=sp+168 ra=same fp=same
    fde 1 at 0x2c: start .text+0x10, size 0, fre_off 0x28, num_fres 1, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=f0+0 fp=same
    fde 2 at 0x3c: start .text+0x10, size 16, fre_off 0x33, num_fres 1, ADDR1 INC
      0x0: cfa=sp+160 ra=*(cfa-48) fp=same
