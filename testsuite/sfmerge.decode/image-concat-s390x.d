# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: pieces of several versions in an image, s390x
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#source: ../inc/s390x.s --defsym V=2 --defsym F=4
#source: ../inc/s390x.s --defsym V=3 --defsym F=4
#as: s390x
#ld: ld -e 0 --traditional-format -T %I/image.ld
image: section .sframe at 0x402000, 328 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 9, fre_len 36, fdeoff 0, freoff 40
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0x30: start 0x401014 (-0x101c), size 18, fre_off 0x10, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
  piece 1 at 0x68: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 9, fre_len 36, fdeoff 0, freoff 40
    fde 0 at 0x84: start 0x401028 (-0x105c), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0x98: start 0x40103c (-0x105c), size 18, fre_off 0x10, num_fres 5, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
  piece 2 at 0xd0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 9, fre_len 55, fdeoff 0, freoff 32
    fde 0 at 0xec: start 0x401050 (-0x109c), size 20, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x6: cfa=sp+160 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0x12: cfa=sp+160 ra=same fp=same
    fde 1 at 0xfc: start 0x401064 (-0x1098), size 18, fre_off 0x15, num_fres 5, ADDR1 INC FLEX
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=sp+160 ra=f0+0 fp=f2+0
      0xc: cfa=sp+160 ra=f0+0 fp=same
      0x10: cfa=sp+160 ra=same fp=same
