# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: PLT functions, version @V@
#source: mask.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |mask.o: section .sframe, 74 bytes
v2   |mask.o: section .sframe, 80 bytes
v3   |mask.o: section .sframe, 82 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 2, num_fres 4, fre_len 12, fdeoff 0, freoff 34
v2   |    num_fdes 2, num_fres 4, fre_len 12, fdeoff 0, freoff 40
v3   |    num_fdes 2, num_fres 4, fre_len 22, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
v1   |    fde 1 at 0x2d: start .text+0x10, size 64, fre_off 0x6, num_fres 2, ADDR1 MASK
v2   |    fde 1 at 0x30: start .text+0x10, size 64, fre_off 0x6, num_fres 2, ADDR1 MASK rep_size 16
v3   |    fde 1 at 0x2c: start .text+0x10, size 64, fre_off 0xb, num_fres 2, ADDR1 MASK rep_size 16
      0x0: cfa=sp+8 @UNSAVED@
      0xb: cfa=sp+16 @UNSAVED@
