# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: the same linked by gold, s390x, to version @V@
v2-pcrel   |#name: the same linked by gold, s390x, to version 2, field-relative
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#source: ../inc/s390x.s --defsym V=2 --defsym F=4
#source: ../inc/s390x.s --defsym V=3 --defsym F=4
#as: s390x
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
v2,v2-pcrel|#sfmerge: link --grow=none --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --grow=none -o out image %O
#note: image: note: no PT_GNU_SFRAME, by which the kernel and the C library find the section
v2,v2-pcrel|out: section .sframe at 0x402000, 256 bytes
v3         |out: section .sframe at 0x402000, 289 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2,v2-pcrel|    num_fdes 6, num_fres 27, fre_len 108, fdeoff 0, freoff 120
v3         |    num_fdes 6, num_fres 27, fre_len 165, fdeoff 0, freoff 96
v2         |    fde 0 at 0x1c: start 0x402148 (0x148), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x402148 (0x12c), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
v2         |    fde 1 at 0x30: start 0x40215c (0x15c), size 18, fre_off 0x10, num_fres 5, ADDR1 INC
v2-pcrel   |    fde 1 at 0x30: start 0x40215c (0x12c), size 18, fre_off 0x10, num_fres 5, ADDR1 INC
v3         |    fde 1 at 0x2c: start 0x40215c (0x130), size 18, fre_off 0x15, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
v2         |    fde 2 at 0x44: start 0x402170 (0x170), size 20, fre_off 0x24, num_fres 4, ADDR1 INC
v2-pcrel   |    fde 2 at 0x44: start 0x402170 (0x12c), size 20, fre_off 0x24, num_fres 4, ADDR1 INC
v3         |    fde 2 at 0x3c: start 0x402170 (0x134), size 20, fre_off 0x37, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
v2         |    fde 3 at 0x58: start 0x402184 (0x184), size 18, fre_off 0x34, num_fres 5, ADDR1 INC
v2-pcrel   |    fde 3 at 0x58: start 0x402184 (0x12c), size 18, fre_off 0x34, num_fres 5, ADDR1 INC
v3         |    fde 3 at 0x4c: start 0x402184 (0x138), size 18, fre_off 0x4c, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
v2         |    fde 4 at 0x6c: start 0x402198 (0x198), size 20, fre_off 0x48, num_fres 4, ADDR1 INC
v2-pcrel   |    fde 4 at 0x6c: start 0x402198 (0x12c), size 20, fre_off 0x48, num_fres 4, ADDR1 INC
v3         |    fde 4 at 0x5c: start 0x402198 (0x13c), size 20, fre_off 0x6e, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
v2         |    fde 5 at 0x80: start 0x4021ac (0x1ac), size 18, fre_off 0x58, num_fres 5, ADDR1 INC
v2-pcrel   |    fde 5 at 0x80: start 0x4021ac (0x12c), size 18, fre_off 0x58, num_fres 5, ADDR1 INC
v3         |    fde 5 at 0x6c: start 0x4021ac (0x140), size 18, fre_off 0x83, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
