# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel v3
#name: rows that repeat, version 1 to @VERSION@
#source: repeated.s --defsym V=1
#as: x86_64 aarch64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=80 -T %I/image.ld
#sfmerge: link --share-rows --to=@VERSION@ -o out image %O
v2,v2-pcrel|#warning: image: warning: 1 function: left out: an undefined return address needs version 3
v2,v2-pcrel|out: section .sframe at 0x402000, 75 bytes
v3         |out: section .sframe at 0x402000, 104 bytes
v2         |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v2,v2-pcrel|    num_fdes 2, num_fres 4, fre_len 7, fdeoff 0, freoff 40
v3         |    num_fdes 3, num_fres 7, fre_len 28, fdeoff 0, freoff 48
v2         |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
v2-pcrel,v3|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x8: cfa=sp+16 @SAVED -16@
v2         |    fde 1 at 0x30: start 0x401010 (-0xff0) <alike>, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
v2-pcrel   |    fde 1 at 0x30: start 0x401010 (-0x1020) <alike>, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
v3         |    fde 1 at 0x2c: start 0x401010 (-0x101c) <alike>, size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      rows as of fde 0
v3         |    fde 2 at 0x3c: start 0x401020 (-0x101c), size 16, fre_off 0xc, num_fres 3, ADDR1 INC
v3         |      0x0: ra=undefined
v3         |      0x8: cfa=sp+8 @UNSAVED@
v3         |      0xc: cfa=fp+8 @UNSAVED@
