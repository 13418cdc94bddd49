# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v2-pcrel v3
v1,v2,v3   |#name: AMD64, version @V@
v2-pcrel   |#name: AMD64, version 2, field-relative
v1,v2      |#source: ../inc/amd64.s --defsym V=@V@ --defsym F=0
v2-pcrel,v3|#source: ../inc/amd64.s --defsym V=@V@ --defsym F=4
v1         |amd64.o: section .sframe, 85 bytes
v2,v2-pcrel|amd64.o: section .sframe, 91 bytes
v3         |amd64.o: section .sframe, 93 bytes
v1,v2      |  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1         |    num_fdes 2, num_fres 7, fre_len 23, fdeoff 0, freoff 34
v2,v2-pcrel|    num_fdes 2, num_fres 7, fre_len 23, fdeoff 0, freoff 40
v3         |    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v1         |    fde 1 at 0x2d: start .text+0x7, size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v2,v2-pcrel|    fde 1 at 0x30: start .text+0x7, size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v3         |    fde 1 at 0x2c: start .text+0x7, size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
