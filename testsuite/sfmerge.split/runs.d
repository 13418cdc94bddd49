# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v3
v1|#name: version 1, one section for each of code
v1|#source: runs.s --defsym V=1
v1|#sfmerge: convert --split -v -o out %O
v1|#stderr: sfmerge: runs.o: rewritten: v2-pcrel, pieces 1, functions 4 of 4, dead 0, described twice 0, void relocations 0
v1|#stderr: sfmerge: runs.o: functions in 3 .sframe sections, not 1
v3|#name: version 2 without the flag, split as version 3
v3|#source: runs.s --defsym V=2
v3|#sfmerge: convert --split --for=kernel -o out %O
v1|out: section .sframe, 74 bytes
v3|out: section .sframe, 76 bytes
v1|  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 40
v3|    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text.a+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1|    fde 1 at 0x30: start .text.a+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3|    fde 1 at 0x2c: start .text.a+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 ra=*(cfa-8) fp=same
v1|out: section .sframe, 51 bytes
v3|out: section .sframe, 52 bytes
v1|  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3|    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x1c: start .text.b+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
v1|out: section .sframe, 51 bytes
v3|out: section .sframe, 52 bytes
v1|  piece 0 at 0x0: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3|    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x1c: start .text.c+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 ra=*(cfa-8) fp=same
