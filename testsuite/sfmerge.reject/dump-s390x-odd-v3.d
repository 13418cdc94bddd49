# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: words that name no register
#source: s390x-odd.s --defsym V=3
#as: s390x
#status: 1
s390x-odd.o: section .sframe, 80 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 20, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
    error at 0x44: the offset 33 is odd, which version 3 allows in FLEX rows only
    fde 1 at 0x2c: start .text+0xc, size 12, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
