# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: nor does one that the map places
#source: empty-before.s --defsym PART=1
#source: empty-before.s --defsym PART=2
#prepare: %{objcopy} -R .sframe %2 two.o
#prepare: %{ld} -e 0 --traditional-format -T %I/image.ld -Map=map -o linked %1 two.o
#prepare: %{objcopy} -R .sframe linked image
#sfmerge: link --from-map=map --grow=move-phdrs -o out image %1 %2
#files: two.o linked map
out: section .sframe at 0x401018, 79 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 3, fre_len 19, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x34) <one>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401008 (-0x3c) <two>, size 16, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+24 ra=*(cfa-8) fp=same
