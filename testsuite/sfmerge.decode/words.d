# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: words wider than needed and extreme ones, version @V@
#source: words.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |words.o: section .sframe, 81 bytes
v2   |words.o: section .sframe, 84 bytes
v3   |words.o: section .sframe, 85 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 1, num_fres 5, fre_len 36, fdeoff 0, freoff 17
v2   |    num_fdes 1, num_fres 5, fre_len 36, fdeoff 0, freoff 20
v3   |    num_fdes 1, num_fres 5, fre_len 41, fdeoff 0, freoff 16
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 5, ADDR1 INC
      0x0: cfa=sp+127 @SAVED -128@
      0x1: cfa=sp+8 @SAVED -128@
      0x2: cfa=sp+32767 @SAVED -32768@
      0x3: cfa=sp+8 @SAVED -32768@
      0x4: cfa=fp+2147483647 @SAVED -2147483648@
