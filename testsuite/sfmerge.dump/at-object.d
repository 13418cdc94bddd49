# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a place of an object, and one that nothing describes
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: dump --at=.text+5 --at f --at=0x100000 %O
#status: 1
#error: amd64.o: no section of code has a byte at 0x100000
#stdout:
amd64.o: section .sframe, 93 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
    at .text+0x5:
    fde 0 at 0x1c: start .text+0x0, size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
    at .text+0xf:
    fde 1 at 0x2c: start .text+0x7, size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
