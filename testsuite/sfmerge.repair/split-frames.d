# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the two halves of what .eh_frame has as one function are kept
#ld: ld -e 0 --traditional-format --defsym SF_ADDR=0x422000 -T %I/image.ld
#prepare: %{sfmerge} convert --to=v3 -i image
#sfmerge: repair -o out image
out: section .sframe at 0x422000, 280070 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 70000, fre_len 280010, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x2101c), size 65535, fre_off 0x0, num_fres 65535, ADDR2 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=same
#...
      0xfffe: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x410fff (-0x1102d), size 4465, fre_off 0x40001, num_fres 4465, ADDR2 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
      0x1: cfa=sp+8 ra=*(cfa-8) fp=same
#...
      0x1170: cfa=sp+16 ra=*(cfa-8) fp=same
