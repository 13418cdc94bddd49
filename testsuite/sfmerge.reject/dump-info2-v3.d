# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: FDE type 2
#source: info-bits.s --defsym V=3 --defsym INFO=-1 --defsym INFO2=2
#as: x86_64 aarch64_be
#status: 1
info-bits.o: section .sframe, 100 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 3, fre_len 24, fdeoff 0, freoff 48
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
    error at 0x57: the second function info is 0x02, known are FDE types 0 and 1
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
