# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows end the stack where .eh_frame does
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --fill=none --to=v3 --partial --share-rows=never -o out image
#warning: image(.sframe+0x0): warning: the rows of 1 of the 4 functions of this piece contradict .eh_frame; they are not used
#note: image: note: 3 of its functions have the end of the stack, or the marks, of .eh_frame now
#warning: image: warning: 1 function of its .sframe cannot be used, and nothing in it describes its code; 'sfmerge link' with the objects of its link may
out: section .sframe at 0x402000, 112 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 3, num_fres 8, fre_len 36, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x101c) <whole>, size 16, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: ra=undefined
    fde 1 at 0x2c: start 0x401010 (-0x101c) <middle>, size 16, fre_off 0x7, num_fres 5, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=same
      0x4: ra=undefined
      0xa: cfa=sp+24 ra=*(cfa-8) fp=same
      0xc: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start 0x401020 (-0x101c) <tail>, size 16, fre_off 0x1a, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x8: ra=undefined
