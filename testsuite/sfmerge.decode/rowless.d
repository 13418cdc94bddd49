# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: functions without rows, version @V@
#source: rowless.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |rowless.o: section .sframe, 65 bytes
v2   |rowless.o: section .sframe, 71 bytes
v3   |rowless.o: section .sframe, 94 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 2, num_fres 1, fre_len 3, fdeoff 0, freoff 34
v2   |    num_fdes 2, num_fres 1, fre_len 3, fdeoff 0, freoff 40
v3   |    num_fdes 3, num_fres 1, fre_len 18, fdeoff 0, freoff 48
v3   |    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 0, ADDR1 INC SIGNAL
v1,v2|    fde 0 at 0x1c: start .text+0x8, size 8, fre_off 0x0, num_fres 0, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x5, num_fres 0, ADDR1 INC
v1   |    fde 1 at 0x2d: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0xa, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
