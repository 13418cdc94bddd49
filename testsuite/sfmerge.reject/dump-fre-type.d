# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: FRE type 3
#source: fre-type.s --defsym V=@V@
#as: x86_64 aarch64_be
#status: 1
v1   |fre-type.o: section .sframe, 88 bytes
v2   |fre-type.o: section .sframe, 97 bytes
v3   |fre-type.o: section .sframe, 100 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 51
v2   |    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 60
v3   |    num_fdes 3, num_fres 3, fre_len 24, fdeoff 0, freoff 48
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR? INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR? INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR? INC
v1   |    error at 0x3d: the FRE type is 3, known are 0, 1 and 2
v2   |    error at 0x40: the FRE type is 3, known are 0, 1 and 2
v3   |    error at 0x56: the FRE type is 3, known are 0, 1 and 2
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
