# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: the same linked by gold, aarch64, to version 2
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=0
#source: ../inc/aarch64.s --defsym V=2 --defsym F=4
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#as: aarch64 aarch64_be
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
#sfmerge: link --grow=none --to=v2 -o out image %O
#note: image: note: it has no PT_GNU_SFRAME, by which the kernel and libc find the section
out: section .sframe at 0x402000, 328 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 8, num_fres 32, fre_len 140, fdeoff 0, freoff 160
    fde 0 at 0x1c: start 0x4021a1 (0x1a1), size 12, fre_off 0x0, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 1 at 0x30: start 0x4021ad (0x1ad), size 20, fre_off 0xa, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
    fde 2 at 0x44: start 0x4021c1 (0x1c1), size 12, fre_off 0x23, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 3 at 0x58: start 0x4021cd (0x1cd), size 20, fre_off 0x2d, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
    fde 4 at 0x6c: start 0x4021e1 (0x1e1), size 12, fre_off 0x46, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 5 at 0x80: start 0x4021ed (0x1ed), size 20, fre_off 0x50, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
    fde 6 at 0x94: start 0x402201 (0x201), size 12, fre_off 0x69, num_fres 3, ADDR1 INC
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+16 ra=*(cfa-16) fp=same
      0x8: cfa=sp+0 ra=same fp=same
    fde 7 at 0xa8: start 0x40220d (0x20d), size 20, fre_off 0x73, num_fres 5, ADDR1 INC PAUTH_B
      0x0: cfa=sp+0 ra=same fp=same
      0x4: cfa=sp+0 ra=same fp=same mangled
      0x8: cfa=sp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0xc: cfa=fp+272 ra=*(cfa-264) fp=*(cfa-272) mangled
      0x10: cfa=sp+0 ra=same fp=same
