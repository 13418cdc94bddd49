# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: one of two rows are missing
#source: too-many-rows.s --defsym V=@V@ --defsym N=2
#as: x86_64 aarch64_be
#status: 1
v1   |too-many-rows.o: section .sframe, 68 bytes
v2   |too-many-rows.o: section .sframe, 74 bytes
v3   |too-many-rows.o: section .sframe, 76 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 34
v2   |    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 40
v3   |    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 2, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 2, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
v1   |    error at 0x44: a row begins here with 0 still to come, but the FREs end at 0x44
v2   |    error at 0x4a: a row begins here with 0 still to come, but the FREs end at 0x4a
v3   |    error at 0x4c: a row begins here with 0 still to come, but the FREs end at 0x4c
