# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v2-pcrel v3
v1,v2,v3   |#name: AArch64, both byte orders, version @V@
v2-pcrel   |#name: AArch64, both byte orders, version 2, field-relative
v1,v2      |#source: ../inc/aarch64.s --defsym V=@V@ --defsym F=0
v2-pcrel,v3|#source: ../inc/aarch64.s --defsym V=@V@ --defsym F=4
#as: aarch64 aarch64_be
v1         |aarch64.o: section .sframe, 97 bytes
v2,v2-pcrel|aarch64.o: section .sframe, 103 bytes
v3         |aarch64.o: section .sframe, 105 bytes
v1,v2      |  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v1         |    num_fdes 2, num_fres 8, fre_len 35, fdeoff 0, freoff 34
v2,v2-pcrel|    num_fdes 2, num_fres 8, fre_len 35, fdeoff 0, freoff 40
v3         |    num_fdes 2, num_fres 8, fre_len 45, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v1         |    fde 1 at 0x2d: start .text+0xc, size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v2,v2-pcrel|    fde 1 at 0x30: start .text+0xc, size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 1 at 0x2c: start .text+0xc, size 20, fre_off 0xf, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
