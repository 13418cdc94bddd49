# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: FP and RA at fixed offsets, version @V@
#source: fixed.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |fixed.o: section .sframe, 51 bytes
v2   |fixed.o: section .sframe, 54 bytes
v3   |fixed.o: section .sframe, 55 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset -16, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 1, num_fres 2, fre_len 6, fdeoff 0, freoff 17
v2   |    num_fdes 1, num_fres 2, fre_len 6, fdeoff 0, freoff 20
v3   |    num_fdes 1, num_fres 2, fre_len 11, fdeoff 0, freoff 16
    fde 0 at 0x1c: start .text+0x0, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x8: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
