# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a description of size 0 holds no address
#source: empty-before.s --defsym PART=1
#source: empty-before.s --defsym PART=2
#prepare: %{objcopy} -R .sframe %2 two.o
#prepare: %{ld} -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld -o image %1 two.o
#sfmerge: link -o out image %1 %2
#files: two.o
out: section .sframe at 0x402000, 79 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 19, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c) <one>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401008 (-0x1024) <two>, size 16, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+24 ra=*(cfa-8) fp=same
