# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: FLEX rows without meaning
#source: flex-rows.s
#status: 1
flex-rows.o: section .sframe, 241 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 8, num_fres 8, fre_len 85, fdeoff 0, freoff 128
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC FLEX
    error at 0xa1: the FRE info is 0x02: a word count that FLEX does not allow
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC FLEX
    error at 0xa9: the FRE info is 0x0e: a word count that FLEX does not allow
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x16, num_fres 1, ADDR1 INC FLEX
    error at 0xb7: the control word 0 is 0x2, which names no register of the ABI
    fde 3 at 0x4c: start .text+0x18, size 8, fre_off 0x1f, num_fres 1, ADDR1 INC FLEX
    error at 0xc0: the control word 0 is 0x3d, which names no register of the ABI
    fde 4 at 0x5c: start .text+0x20, size 8, fre_off 0x28, num_fres 1, ADDR1 INC FLEX
    error at 0xc9: the control word 2 is 0x38, which names no register or slot of the ABI
    fde 5 at 0x6c: start .text+0x28, size 8, fre_off 0x33, num_fres 1, ADDR1 INC FLEX
    error at 0xd4: the control word 2 is 0x101, which names no register or slot of the ABI
    fde 6 at 0x7c: start .text+0x30, size 8, fre_off 0x42, num_fres 1, ADDR1 INC FLEX
    error at 0xe3: 3 data words, the third of which is a control word
    fde 7 at 0x8c: start .text+0x38, size 8, fre_off 0x4c, num_fres 1, ADDR1 INC FLEX
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
