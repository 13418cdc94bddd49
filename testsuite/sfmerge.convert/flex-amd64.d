# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel
v2      |#name: FLEX rows of AMD64, to version 2
v2-pcrel|#name: FLEX rows of AMD64, to version 2, field-relative
#source: flex-down-amd64.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --share-rows=never --to=@VERSION@ -o out image %O
#warning: image: warning: 5 functions: left out: its FLEX rows need version 3
out: section .sframe at 0x402000, 158 bytes
v2      |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel|  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 5, num_fres 8, fre_len 30, fdeoff 0, freoff 100
v2      |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
v2-pcrel|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
v2      |    fde 1 at 0x30: start 0x401008 (-0xff8), size 8, fre_off 0x7, num_fres 1, ADDR1 INC
v2-pcrel|    fde 1 at 0x30: start 0x401008 (-0x1028), size 8, fre_off 0x7, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
v2      |    fde 2 at 0x44: start 0x401010 (-0xff0), size 8, fre_off 0xb, num_fres 3, ADDR1 INC
v2-pcrel|    fde 2 at 0x44: start 0x401010 (-0x1034), size 8, fre_off 0xb, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x2: cfa=sp+300 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
v2      |    fde 3 at 0x58: start 0x401018 (-0xfe8), size 8, fre_off 0x18, num_fres 1, ADDR1 INC
v2-pcrel|    fde 3 at 0x58: start 0x401018 (-0x1040), size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v2      |    fde 4 at 0x6c: start 0x401048 (-0xfb8), size 8, fre_off 0x1b, num_fres 1, ADDR1 INC
v2-pcrel|    fde 4 at 0x6c: start 0x401048 (-0x1024), size 8, fre_off 0x1b, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
