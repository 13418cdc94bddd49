# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: -v names what is dropped
#source: lazy-rows.s --defsym V=2
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -v -o out image %O
#stderr: sfmerge: image: its section: 106 bytes needed, room for 184
#stderr: sfmerge: image: functions of the inputs: 4; described by the image already: 4, placed by the map: 0, by symbols: 0
#stderr: sfmerge: image: not in the image: discarded 0, not extracted 0, absent 0, superseded 0, dead 0, empty 0, unsure 0
#stderr: sfmerge: image: left out: changed 0, not found 0, contradicted 0, unjudged 0
#stderr: sfmerge: image(.sframe+0x1c): function at 0x401000: rows that cover nothing dropped
#stderr: sfmerge: image(.sframe+0x30): function at 0x401008: left out: its size is 0
#stderr: sfmerge: image(.sframe+0x44): function at 0x401008: rows that cover nothing dropped
#stderr: sfmerge: image(.sframe+0x58): function at 0x401010: rows that cover nothing dropped
#stderr: sfmerge: image: 1 function: left out: its size is 0
#stderr: sfmerge: image: 3 functions: rows that cover nothing dropped
#stderr: sfmerge: image: merged: 3 functions, 5 rows, 106 bytes of 184 at 0x402000
out: section .sframe at 0x402000, 106 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 5, fre_len 30, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
      0x4: cfa=sp+40 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0xb, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 16, fre_off 0x13, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0xf: cfa=sp+16 ra=*(cfa-8) fp=same
