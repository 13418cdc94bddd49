# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: version 1, one section for each of code
#source: runs.s --defsym V=1
#sfmerge: convert --split -v -o out %O
#stderr: sfmerge: runs.o: rewritten: v2-pcrel, pieces 1, functions 4 of 4, dead 0, described twice 0, void relocations 0
#stderr: sfmerge: runs.o: functions in 3 .sframe sections, not 1
out: section .sframe, 74 bytes
  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 40
    fde 0 at 0x1c: start .text.a+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start .text.a+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 ra=*(cfa-8) fp=same
out: section .sframe, 51 bytes
  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text.b+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
out: section .sframe, 51 bytes
  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text.c+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 ra=*(cfa-8) fp=same
