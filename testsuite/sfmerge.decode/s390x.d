# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: s390x, version 2
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#as: s390x
s390x.o: section .sframe, 104 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 9, fre_len 36, fdeoff 0, freoff 40
    fde 0 at 0x1c: start .text+0x0, size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0x30: start .text+0x14, size 18, fre_off 0x10, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
