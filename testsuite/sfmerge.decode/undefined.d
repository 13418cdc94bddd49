# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: rows without words, version @V@
#source: undefined.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |undefined.o: section .sframe, 69 bytes
v2   |undefined.o: section .sframe, 75 bytes
v3   |undefined.o: section .sframe, 77 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 2, num_fres 3, fre_len 7, fdeoff 0, freoff 34
v2   |    num_fdes 2, num_fres 3, fre_len 7, fdeoff 0, freoff 40
v3   |    num_fdes 2, num_fres 3, fre_len 17, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: ra=undefined
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x2, num_fres 2, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x2, num_fres 2, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x7, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
