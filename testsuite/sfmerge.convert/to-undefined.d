# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
v2,v3      |#name: rows without words, to version @V@
v2-pcrel   |#name: rows without words, to version 2, field-relative
#source: ../sfmerge.merge/outermost.s --defsym V=2
#source: ../sfmerge.merge/outermost.s --defsym V=3
#source: plain-frame.s
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
v2,v2-pcrel|#sfmerge: link --share-rows=never --to=@VERSION@ -o out image %O
v3         |#sfmerge: link --share-rows=never -o out image %O
v2,v2-pcrel|#warning: image: warning: 4 functions: left out: an undefined return address needs version 3
v2,v2-pcrel|out: section .sframe at 0x402000, 51 bytes
v3         |out: section .sframe at 0x402000, 150 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v2,v2-pcrel|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3         |    num_fdes 5, num_fres 7, fre_len 42, fdeoff 0, freoff 80
v2         |    fde 0 at 0x1c: start 0x401020 (-0xfe0), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v2-pcrel   |    fde 0 at 0x1c: start 0x401020 (-0xffc), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v2,v2-pcrel|      0x0: cfa=sp+8 @UNSAVED@
v3         |    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v3         |      0x0: ra=undefined
v3         |    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0x7, num_fres 2, ADDR1 INC
v3         |      0x0: cfa=sp+8 @UNSAVED@
v3         |      0x4: ra=undefined
v3         |    fde 2 at 0x3c: start 0x401010 (-0x102c), size 8, fre_off 0x11, num_fres 1, ADDR1 INC
v3         |      0x0: ra=undefined
v3         |    fde 3 at 0x4c: start 0x401018 (-0x1034), size 8, fre_off 0x18, num_fres 2, ADDR1 INC
v3         |      0x0: cfa=sp+8 @UNSAVED@
v3         |      0x4: ra=undefined
v3         |    fde 4 at 0x5c: start 0x401020 (-0x103c), size 8, fre_off 0x22, num_fres 1, ADDR1 INC
v3         |      0x0: cfa=sp+8 @UNSAVED@
