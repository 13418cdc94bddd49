# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: FLEX rows are kept as they are
#source: ../sfmerge.decode/flex-amd64.s
#source: ../sfmerge.decode/flex-amd64.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
out: section .sframe at 0x402000, 292 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 4, num_fres 26, fre_len 200, fdeoff 0, freoff 64
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 28, fre_off 0x0, num_fres 7, ADDR1 INC FLEX
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x5: cfa=r10+0 ra=*(cfa-8) fp=same
      0x11: cfa=r10+0 ra=*(cfa-8) fp=*(fp+0)
      0x13: cfa=*(fp-8) ra=*(cfa-8) fp=*(fp+0)
      0x16: cfa=r10+0 ra=*(cfa-8) fp=*(fp+0)
      0x17: cfa=r10+0 ra=*(cfa-8) fp=same
      0x1b: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x40101c (-0x1010), size 36, fre_off 0x2a, num_fres 6, ADDR1 INC FLEX SIGNAL
      0x0: ra=undefined
      0x4: cfa=sp+8 ra=*(cfa-8) fp=same
      0x8: cfa=sp+136 ra=*(sp+128) fp=*(sp-8)
      0xc: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x10: cfa=sp+305419896 ra=rip+0 fp=same
      0x14: cfa=r17+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start 0x401040 (-0xffc), size 28, fre_off 0x64, num_fres 7, ADDR1 INC FLEX
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x5: cfa=r10+0 ra=*(cfa-8) fp=same
      0x11: cfa=r10+0 ra=*(cfa-8) fp=*(fp+0)
      0x13: cfa=*(fp-8) ra=*(cfa-8) fp=*(fp+0)
      0x16: cfa=r10+0 ra=*(cfa-8) fp=*(fp+0)
      0x17: cfa=r10+0 ra=*(cfa-8) fp=same
      0x1b: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 3 at 0x4c: start 0x40105c (-0xff0), size 36, fre_off 0x8e, num_fres 6, ADDR1 INC FLEX SIGNAL
      0x0: ra=undefined
      0x4: cfa=sp+8 ra=*(cfa-8) fp=same
      0x8: cfa=sp+136 ra=*(sp+128) fp=*(sp-8)
      0xc: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x10: cfa=sp+305419896 ra=rip+0 fp=same
      0x14: cfa=r17+8 ra=*(cfa-8) fp=same
