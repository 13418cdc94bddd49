# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two objects, version 1
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#as: aarch64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
out: section .sframe at 0x402000, 182 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 4, num_fres 16, fre_len 90, fdeoff 0, freoff 64
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 1 at 0x2c: start 0x40100c (-0x1020), size 20, fre_off 0xf, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
    fde 2 at 0x3c: start 0x401020 (-0x101c), size 12, fre_off 0x2d, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 3 at 0x4c: start 0x40102c (-0x1020), size 20, fre_off 0x3c, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
