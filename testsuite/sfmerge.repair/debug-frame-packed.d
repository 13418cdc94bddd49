# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows are judged by a compressed .debug_frame
#source: debug-frame.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} --compress-debug-sections=zlib-gabi image
#sfmerge: repair --fill=none --partial -o out image
#warning: image(.sframe+0x0): warning: the rows of 1 of the 2 functions of this piece contradict .eh_frame; they are not used
#warning: image: warning: 1 function of its .sframe cannot be used, and nothing in it describes its code; 'sfmerge link' with the objects of its link may
out: section .sframe at 0x402000, 52 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c) <right>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
