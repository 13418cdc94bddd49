# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: row blocks in another order, version @V@
#source: unordered.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |unordered.o: section .sframe, 90 bytes
v2   |unordered.o: section .sframe, 99 bytes
v3   |unordered.o: section .sframe, 102 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 3, num_fres 3, fre_len 11, fdeoff 0, freoff 51
v2   |    num_fdes 3, num_fres 3, fre_len 11, fdeoff 0, freoff 60
v3   |    num_fdes 3, num_fres 3, fre_len 26, fdeoff 0, freoff 48
v1,v2|    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
v3   |    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x12, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR2 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR2 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR2 INC
      0x0: cfa=sp+16 @UNSAVED@
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
