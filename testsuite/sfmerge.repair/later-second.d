# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a piece of an unknown version makes way
#source: ../sfmerge.reject/second-piece.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --share-rows=never --partial -o out image
#stderr: sfmerge: image(.sframe+0x3a): warning: sfp_version is 9, known are 1, 2 and 3: it may be of a later version than this program knows; what it describes is lost
#note: image: note: its SFrame has versions 2 to 3; v3 is written
out: section .sframe at 0x402000, 76 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401010 (-0x101c), size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
