# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: words that name no register
#source: s390x-odd.s --defsym V=2
#as: s390x
#status: 1
s390x-odd.o: section .sframe, 88 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 4, fre_len 14, fdeoff 0, freoff 40
    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
    error at 0x47: the offset 65 is odd and names no register
    error at 0x4b: the offset -1 is odd and names no register
    fde 1 at 0x30: start .text+0xc, size 12, fre_off 0xb, num_fres 1, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
