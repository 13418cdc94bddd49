# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: pieces of several versions in an image of gold, aarch64
#source: ../inc/aarch64.s --defsym V=2 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=4
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#as: aarch64 aarch64_be
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
image: section .sframe at 0x402000, 313 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 8, fre_len 35, fdeoff 0, freoff 40
    fde 0 at 0x1c: start 0x402139 (0x11d), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 1 at 0x30: start 0x402145 (0x115), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
  piece 1 at 0x68: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 8, fre_len 35, fdeoff 0, freoff 40
    fde 0 at 0x84: start 0x402159 (0xd5), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 1 at 0x98: start 0x402165 (0xcd), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
  piece 2 at 0xd0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 8, fre_len 45, fdeoff 0, freoff 32
    fde 0 at 0xec: start 0x402179 (0x8d), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 1 at 0xfc: start 0x402185 (0x89), size 20, fre_off 0xf, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
