# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: s390x, version @V@
v2-pcrel   |#name: s390x, version 2, field-relative
v2         |#source: ../inc/s390x.s --defsym V=2 --defsym F=0
v2-pcrel,v3|#source: ../inc/s390x.s --defsym V=@V@ --defsym F=4
#as: s390x
v2,v2-pcrel|s390x.o: section .sframe, 104 bytes
v3         |s390x.o: section .sframe, 120 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2,v2-pcrel|    num_fdes 2, num_fres 9, fre_len 36, fdeoff 0, freoff 40
v3         |    num_fdes 2, num_fres 9, fre_len 55, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
v2,v2-pcrel|    fde 1 at 0x30: start .text+0x14, size 18, fre_off 0x10, num_fres 5, ADDR1 INC
v3         |    fde 1 at 0x2c: start .text+0x14, size 18, fre_off 0x15, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
