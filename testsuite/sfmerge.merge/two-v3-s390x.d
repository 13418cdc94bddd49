# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two objects, version 3, s390x
#source: ../inc/s390x.s --defsym V=3 --defsym F=4
#source: ../inc/s390x.s --defsym V=3 --defsym F=4
#as: s390x
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
out: section .sframe at 0x402000, 202 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 4, num_fres 18, fre_len 110, fdeoff 0, freoff 64
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0x2c: start 0x401014 (-0x1018), size 18, fre_off 0x15, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
    fde 2 at 0x3c: start 0x401028 (-0x1014), size 20, fre_off 0x37, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 3 at 0x4c: start 0x40103c (-0x1010), size 18, fre_off 0x4c, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
