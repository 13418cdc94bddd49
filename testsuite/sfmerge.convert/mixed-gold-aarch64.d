# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: the same linked by gold, aarch64, to version @V@
v2-pcrel   |#name: the same linked by gold, aarch64, to version 2, field-relative
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=4
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#as: aarch64 aarch64_be
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
v2,v2-pcrel|#sfmerge: link --share-rows=never --grow=none --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --share-rows=never --grow=none -o out image %O
#note: image: note: no PT_GNU_SFRAME, by which the kernel and the C library find the section
v2,v2-pcrel|out: section .sframe at 0x402000, 328 bytes
v3         |out: section .sframe at 0x402000, 336 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2,v2-pcrel|    num_fdes 8, num_fres 32, fre_len 140, fdeoff 0, freoff 160
v3         |    num_fdes 8, num_fres 32, fre_len 180, fdeoff 0, freoff 128
v2         |    fde 0 at 0x1c: start 0x4021a1 (0x1a1), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x4021a1 (0x185), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 1 at 0x30: start 0x4021ad (0x1ad), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 1 at 0x30: start 0x4021ad (0x17d), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 1 at 0x2c: start 0x4021ad (0x181), size 20, fre_off 0xf, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 2 at 0x44: start 0x4021c1 (0x1c1), size 12, fre_off 0x23, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 2 at 0x44: start 0x4021c1 (0x17d), size 12, fre_off 0x23, num_fres 3, ADDR1 INC
v3         |    fde 2 at 0x3c: start 0x4021c1 (0x185), size 12, fre_off 0x2d, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 3 at 0x58: start 0x4021cd (0x1cd), size 20, fre_off 0x2d, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 3 at 0x58: start 0x4021cd (0x175), size 20, fre_off 0x2d, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 3 at 0x4c: start 0x4021cd (0x181), size 20, fre_off 0x3c, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 4 at 0x6c: start 0x4021e1 (0x1e1), size 12, fre_off 0x46, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 4 at 0x6c: start 0x4021e1 (0x175), size 12, fre_off 0x46, num_fres 3, ADDR1 INC
v3         |    fde 4 at 0x5c: start 0x4021e1 (0x185), size 12, fre_off 0x5a, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 5 at 0x80: start 0x4021ed (0x1ed), size 20, fre_off 0x50, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 5 at 0x80: start 0x4021ed (0x16d), size 20, fre_off 0x50, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 5 at 0x6c: start 0x4021ed (0x181), size 20, fre_off 0x69, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 6 at 0x94: start 0x402201 (0x201), size 12, fre_off 0x69, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 6 at 0x94: start 0x402201 (0x16d), size 12, fre_off 0x69, num_fres 3, ADDR1 INC
v3         |    fde 6 at 0x7c: start 0x402201 (0x185), size 12, fre_off 0x87, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 7 at 0xa8: start 0x40220d (0x20d), size 20, fre_off 0x73, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 7 at 0xa8: start 0x40220d (0x165), size 20, fre_off 0x73, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 7 at 0x8c: start 0x40220d (0x181), size 20, fre_off 0x96, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
