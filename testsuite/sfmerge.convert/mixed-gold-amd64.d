# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: the same linked by gold, amd64, to version @V@
v2-pcrel   |#name: the same linked by gold, amd64, to version 2, field-relative
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
v2,v2-pcrel|#sfmerge: link --share-rows=never --grow=none --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --share-rows=never --grow=none -o out image %O
#note: image: note: no PT_GNU_SFRAME, by which the kernel and the C library find the section
v2,v2-pcrel|out: section .sframe at 0x402000, 280 bytes
v3         |out: section .sframe at 0x402000, 288 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v2,v2-pcrel|    num_fdes 8, num_fres 28, fre_len 92, fdeoff 0, freoff 160
v3         |    num_fdes 8, num_fres 28, fre_len 132, fdeoff 0, freoff 128
v2         |    fde 0 at 0x1c: start 0x402175 (0x175), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x402175 (0x159), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 1 at 0x30: start 0x40217c (0x17c), size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 1 at 0x30: start 0x40217c (0x14c), size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v3         |    fde 1 at 0x2c: start 0x40217c (0x150), size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 2 at 0x44: start 0x402185 (0x185), size 7, fre_off 0x17, num_fres 4, ADDR1 INC
v2-pcrel   |    fde 2 at 0x44: start 0x402185 (0x141), size 7, fre_off 0x17, num_fres 4, ADDR1 INC
v3         |    fde 2 at 0x3c: start 0x402185 (0x149), size 7, fre_off 0x21, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 3 at 0x58: start 0x40218c (0x18c), size 9, fre_off 0x25, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 3 at 0x58: start 0x40218c (0x134), size 9, fre_off 0x25, num_fres 3, ADDR1 INC
v3         |    fde 3 at 0x4c: start 0x40218c (0x140), size 9, fre_off 0x34, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 4 at 0x6c: start 0x402195 (0x195), size 7, fre_off 0x2e, num_fres 4, ADDR1 INC
v2-pcrel   |    fde 4 at 0x6c: start 0x402195 (0x129), size 7, fre_off 0x2e, num_fres 4, ADDR1 INC
v3         |    fde 4 at 0x5c: start 0x402195 (0x139), size 7, fre_off 0x42, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 5 at 0x80: start 0x40219c (0x19c), size 9, fre_off 0x3c, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 5 at 0x80: start 0x40219c (0x11c), size 9, fre_off 0x3c, num_fres 3, ADDR1 INC
v3         |    fde 5 at 0x6c: start 0x40219c (0x130), size 9, fre_off 0x55, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 6 at 0x94: start 0x4021a5 (0x1a5), size 7, fre_off 0x45, num_fres 4, ADDR1 INC
v2-pcrel   |    fde 6 at 0x94: start 0x4021a5 (0x111), size 7, fre_off 0x45, num_fres 4, ADDR1 INC
v3         |    fde 6 at 0x7c: start 0x4021a5 (0x129), size 7, fre_off 0x63, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v2         |    fde 7 at 0xa8: start 0x4021ac (0x1ac), size 9, fre_off 0x53, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 7 at 0xa8: start 0x4021ac (0x104), size 9, fre_off 0x53, num_fres 3, ADDR1 INC
v3         |    fde 7 at 0x8c: start 0x4021ac (0x120), size 9, fre_off 0x76, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
