# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: 70000 rows stay one function in version 2
#source: many-rows.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=100 --defsym SF_ADDR=0x422000 -T %I/image.ld
#sfmerge: link --to=v2 -o out image %O
out: section .sframe at 0x422000, 420048 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 70000, fre_len 420000, fdeoff 0, freoff 20
    fde 0 at 0x1c: start 0x401000 (-0x21000), size 70000, fre_off 0x0, num_fres 70000, ADDR4 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=same
#...
      0x1116f: cfa=sp+16 ra=*(cfa-8) fp=same
