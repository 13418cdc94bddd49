# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: blocks that repeat, to version @V@
v2-pcrel   |#name: blocks that repeat, to version 2, field-relative
#source: ../sfmerge.decode/mask.s --defsym V=2
#source: ../sfmerge.decode/mask.s --defsym V=3
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
v2,v2-pcrel|#sfmerge: link --share-rows=never --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --share-rows=never -o out image %O
v2,v2-pcrel|out: section .sframe at 0x402000, 132 bytes
v3         |out: section .sframe at 0x402000, 136 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v2,v2-pcrel|    num_fdes 4, num_fres 8, fre_len 24, fdeoff 0, freoff 80
v3         |    num_fdes 4, num_fres 8, fre_len 44, fdeoff 0, freoff 64
v2         |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
v2         |    fde 1 at 0x30: start 0x401010 (-0xff0), size 64, fre_off 0x6, num_fres 2, ADDR1 MASK rep_size 16
v2-pcrel   |    fde 1 at 0x30: start 0x401010 (-0x1020), size 64, fre_off 0x6, num_fres 2, ADDR1 MASK rep_size 16
v3         |    fde 1 at 0x2c: start 0x401010 (-0x101c), size 64, fre_off 0xb, num_fres 2, ADDR1 MASK rep_size 16
      0x0: cfa=sp+8 @UNSAVED@
      0xb: cfa=sp+16 @UNSAVED@
v2         |    fde 2 at 0x44: start 0x401050 (-0xfb0), size 16, fre_off 0xc, num_fres 2, ADDR1 INC
v2-pcrel   |    fde 2 at 0x44: start 0x401050 (-0xff4), size 16, fre_off 0xc, num_fres 2, ADDR1 INC
v3         |    fde 2 at 0x3c: start 0x401050 (-0xfec), size 16, fre_off 0x16, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
v2         |    fde 3 at 0x58: start 0x401060 (-0xfa0), size 64, fre_off 0x12, num_fres 2, ADDR1 MASK rep_size 16
v2-pcrel   |    fde 3 at 0x58: start 0x401060 (-0xff8), size 64, fre_off 0x12, num_fres 2, ADDR1 MASK rep_size 16
v3         |    fde 3 at 0x4c: start 0x401060 (-0xfec), size 64, fre_off 0x21, num_fres 2, ADDR1 MASK rep_size 16
      0x0: cfa=sp+8 @UNSAVED@
      0xb: cfa=sp+16 @UNSAVED@
