# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: all versions in one image, aarch64, to version @V@
v2-pcrel   |#name: all versions in one image, aarch64, to version 2, field-relative
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=4
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#as: aarch64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
v2,v2-pcrel|#sfmerge: link --share-rows=never --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --share-rows=never -o out image %O
v2,v2-pcrel|out: section .sframe at 0x402000, 328 bytes
v3         |out: section .sframe at 0x402000, 336 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2,v2-pcrel|    num_fdes 8, num_fres 32, fre_len 140, fdeoff 0, freoff 160
v3         |    num_fdes 8, num_fres 32, fre_len 180, fdeoff 0, freoff 128
v2         |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 1 at 0x30: start 0x40100c (-0xff4), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 1 at 0x30: start 0x40100c (-0x1024), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 1 at 0x2c: start 0x40100c (-0x1020), size 20, fre_off 0xf, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 2 at 0x44: start 0x401020 (-0xfe0), size 12, fre_off 0x23, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 2 at 0x44: start 0x401020 (-0x1024), size 12, fre_off 0x23, num_fres 3, ADDR1 INC
v3         |    fde 2 at 0x3c: start 0x401020 (-0x101c), size 12, fre_off 0x2d, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 3 at 0x58: start 0x40102c (-0xfd4), size 20, fre_off 0x2d, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 3 at 0x58: start 0x40102c (-0x102c), size 20, fre_off 0x2d, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 3 at 0x4c: start 0x40102c (-0x1020), size 20, fre_off 0x3c, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 4 at 0x6c: start 0x401040 (-0xfc0), size 12, fre_off 0x46, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 4 at 0x6c: start 0x401040 (-0x102c), size 12, fre_off 0x46, num_fres 3, ADDR1 INC
v3         |    fde 4 at 0x5c: start 0x401040 (-0x101c), size 12, fre_off 0x5a, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 5 at 0x80: start 0x40104c (-0xfb4), size 20, fre_off 0x50, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 5 at 0x80: start 0x40104c (-0x1034), size 20, fre_off 0x50, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 5 at 0x6c: start 0x40104c (-0x1020), size 20, fre_off 0x69, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
v2         |    fde 6 at 0x94: start 0x401060 (-0xfa0), size 12, fre_off 0x69, num_fres 3, ADDR1 INC
v2-pcrel   |    fde 6 at 0x94: start 0x401060 (-0x1034), size 12, fre_off 0x69, num_fres 3, ADDR1 INC
v3         |    fde 6 at 0x7c: start 0x401060 (-0x101c), size 12, fre_off 0x87, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
v2         |    fde 7 at 0xa8: start 0x40106c (-0xf94), size 20, fre_off 0x73, num_fres 5, ADDR1 INC PAUTH_B
v2-pcrel   |    fde 7 at 0xa8: start 0x40106c (-0x103c), size 20, fre_off 0x73, num_fres 5, ADDR1 INC PAUTH_B
v3         |    fde 7 at 0x8c: start 0x40106c (-0x1020), size 20, fre_off 0x96, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
