# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: auxiliary header and gaps, version @V@
#source: gaps.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |gaps.o: section .sframe, 90 bytes
v2   |gaps.o: section .sframe, 96 bytes
v3   |gaps.o: section .sframe, 98 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 12
v1   |    num_fdes 2, num_fres 2, fre_len 6, fdeoff 4, freoff 44
v2   |    num_fdes 2, num_fres 2, fre_len 6, fdeoff 4, freoff 50
v3   |    num_fdes 2, num_fres 2, fre_len 16, fdeoff 4, freoff 42
    fde 0 at 0x2c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
v1   |    fde 1 at 0x3d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x40: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x3c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
