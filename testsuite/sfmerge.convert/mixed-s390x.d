# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: all versions in one image, s390x, to version 2
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#source: ../inc/s390x.s --defsym V=2 --defsym F=4
#source: ../inc/s390x.s --defsym V=3 --defsym F=4
#as: s390x
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=v2 -o out image %O
out: section .sframe at 0x402000, 256 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 6, num_fres 27, fre_len 108, fdeoff 0, freoff 120
    fde 0 at 0x1c: start 0x401000 (-0x1000), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0x30: start 0x401014 (-0xfec), size 18, fre_off 0x10, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
    fde 2 at 0x44: start 0x401028 (-0xfd8), size 20, fre_off 0x24, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 3 at 0x58: start 0x40103c (-0xfc4), size 18, fre_off 0x34, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
    fde 4 at 0x6c: start 0x401050 (-0xfb0), size 20, fre_off 0x48, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 5 at 0x80: start 0x401064 (-0xf9c), size 18, fre_off 0x58, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
