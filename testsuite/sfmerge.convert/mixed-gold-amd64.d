# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: the same linked by gold, amd64, to version 2
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
#sfmerge: link --grow=none --to=v2 -o out image %O
#note: image: note: it has no PT_GNU_SFRAME, by which the kernel and libc find the section
out: section .sframe at 0x402000, 280 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 8, num_fres 28, fre_len 92, fdeoff 0, freoff 160
    fde 0 at 0x1c: start 0x402175 (0x175), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x30: start 0x40217c (0x17c), size 9, fre_off 0xe, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x44: start 0x402185 (0x185), size 7, fre_off 0x17, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 3 at 0x58: start 0x40218c (0x18c), size 9, fre_off 0x25, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 4 at 0x6c: start 0x402195 (0x195), size 7, fre_off 0x2e, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 5 at 0x80: start 0x40219c (0x19c), size 9, fre_off 0x3c, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 6 at 0x94: start 0x4021a5 (0x1a5), size 7, fre_off 0x45, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 7 at 0xa8: start 0x4021ac (0x1ac), size 9, fre_off 0x53, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
