# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the rows of a function begin far past the end of all rows
#source: fre-off.s --defsym V=@V@ --defsym OFF=4294967294
#as: x86_64 aarch64_be
#status: 1
v1   |fre-off.o: section .sframe, 85 bytes
v2   |fre-off.o: section .sframe, 94 bytes
v3   |fre-off.o: section .sframe, 92 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 3, num_fres 2, fre_len 6, fdeoff 0, freoff 51
v2   |    num_fdes 3, num_fres 2, fre_len 6, fdeoff 0, freoff 60
v3   |    num_fdes 3, num_fres 2, fre_len 16, fdeoff 0, freoff 48
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 0, ADDR1 INC
v1   |    error at 0x35: the rows begin at 0xfffffffe of the FREs, which have 0x6 bytes
v2   |    error at 0x38: the rows begin at 0xfffffffe of the FREs, which have 0x6 bytes
v3   |    error at 0x38: the attribute block begins at 0xfffffffe of the FREs, which have 0x10 bytes
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
