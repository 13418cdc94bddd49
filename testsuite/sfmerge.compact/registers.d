# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2-pcrel v3
v2-pcrel|#name: s390x rows that repeat, version 2 to v2-pcrel
v3      |#name: s390x rows that repeat and become FLEX
#source: registers.s
#as: s390x
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=80 -T %I/image.ld
v2-pcrel|#sfmerge: link --share-rows --to=v2-pcrel -o out image %O
v3      |#sfmerge: link --share-rows -o out image %O
v2-pcrel|out: section .sframe at 0x402000, 81 bytes
v3      |out: section .sframe at 0x402000, 84 bytes
  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2-pcrel|    num_fdes 2, num_fres 6, fre_len 13, fdeoff 0, freoff 40
v3      |    num_fdes 2, num_fres 6, fre_len 24, fdeoff 0, freoff 32
v2-pcrel|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 3, ADDR1 INC
v3      |    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 3, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x8: cfa=sp+160 ra=same fp=*(cfa-48)
      0xc: cfa=sp+160 ra=f0+0 fp=f2+0
v2-pcrel|    fde 1 at 0x30: start 0x401010 (-0x1020), size 16, fre_off 0x0, num_fres 3, ADDR1 INC
v3      |    fde 1 at 0x2c: start 0x401010 (-0x101c), size 16, fre_off 0x0, num_fres 3, ADDR1 INC FLEX
      rows as of fde 0
