# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: starts with and without relocation, version 1
#source: starts.s --defsym V=1 --defsym E=17
starts.o: section .sframe, 128 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 5, num_fres 5, fre_len 15, fdeoff 0, freoff 85
    fde 0 at 0x1c: start .text.cold+0x8, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2d: start undefined, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
    fde 2 at 0x3e: start none, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 ra=*(cfa-8) fp=same
    fde 3 at 0x4f: start none, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 ra=*(cfa-8) fp=same
    fde 4 at 0x60: start .text+0x0, size 8, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+40 ra=*(cfa-8) fp=same
