# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: a bit of the function info that version 1 leaves unused
#source: info-bits.s --defsym V=1 --defsym INFO=64 --defsym INFO2=-1
#as: x86_64 aarch64_be
#status: 1
info-bits.o: section .sframe, 88 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 3, fre_len 9, fdeoff 0, freoff 51
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
    error at 0x3d: the function info is 0x40, version 1 leaves 0xc0 unused
    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
