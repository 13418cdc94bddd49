# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2
#name: a bit of the function info that version @V@ leaves unused
#source: info-bits.s --defsym V=@V@ --defsym INFO=128 --defsym INFO2=-1
#as: x86_64 aarch64_be
#status: 1
v1|info-bits.o: section .sframe, 88 bytes
v2|info-bits.o: section .sframe, 97 bytes
  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 51
v2|    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 60
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1|    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2|    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v1|    error at 0x3d: the function info is 0x80, version 1 leaves 0xc0 unused
v2|    error at 0x40: the function info is 0x80, version 2 leaves 0xc0 unused
v1|    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2|    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
