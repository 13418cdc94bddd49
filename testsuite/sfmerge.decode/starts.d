# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: starts with and without relocation, version @V@
v1   |#source: starts.s --defsym V=1 --defsym E=17
v2   |#source: starts.s --defsym V=2 --defsym E=20
v3   |#source: starts.s --defsym V=3 --defsym E=16
v1   |starts.o: section .sframe, 128 bytes
v2   |starts.o: section .sframe, 143 bytes
v3   |starts.o: section .sframe, 148 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 5, num_fres 5, fre_len 15, fdeoff 0, freoff 85
v2   |    num_fdes 5, num_fres 5, fre_len 15, fdeoff 0, freoff 100
v3   |    num_fdes 5, num_fres 5, fre_len 40, fdeoff 0, freoff 80
    fde 0 at 0x1c: start .text.cold+0x8, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start undefined, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start undefined, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start undefined, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
v1   |    fde 2 at 0x3e: start none, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start none, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start none, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 ra=*(cfa-8) fp=same
v1   |    fde 3 at 0x4f: start none, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
v2   |    fde 3 at 0x58: start none, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
v3   |    fde 3 at 0x4c: start none, size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 ra=*(cfa-8) fp=same
v1   |    fde 4 at 0x60: start .text+0x0, size 8, fre_off 0xc, num_fres 1, ADDR1 INC
v2   |    fde 4 at 0x6c: start .text+0x0, size 8, fre_off 0xc, num_fres 1, ADDR1 INC
v3   |    fde 4 at 0x5c: start .text+0x0, size 8, fre_off 0x20, num_fres 1, ADDR1 INC
      0x0: cfa=sp+40 ra=*(cfa-8) fp=same
