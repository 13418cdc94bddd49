# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v3
#name: words that name no register
#source: s390x-odd.s --defsym V=@V@
#as: s390x
#status: 1
v2|s390x-odd.o: section .sframe, 88 bytes
v3|s390x-odd.o: section .sframe, 80 bytes
v2|  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
v2|    num_fdes 2, num_fres 4, fre_len 14, fdeoff 0, freoff 40
v3|    num_fdes 2, num_fres 3, fre_len 20, fdeoff 0, freoff 32
v2|    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 3, ADDR1 INC
v3|    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
v2|    error at 0x47: the offset 65 is odd and names no register
v2|    error at 0x4b: the offset -1 is odd and names no register
v3|    error at 0x44: the offset 33 is odd, which version 3 allows in FLEX rows only
v2|    fde 1 at 0x30: start .text+0xc, size 12, fre_off 0xb, num_fres 1, ADDR1 INC
v3|    fde 1 at 0x2c: start .text+0xc, size 12, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
