# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: FLEX rows that say one thing in two ways
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --share-rows -o out image %O
out: section .sframe at 0x402000, 60 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 16, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 2, ADDR1 INC FLEX
      0x0: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0xc: cfa=sp+16 ra=*(cfa-8) fp=same
