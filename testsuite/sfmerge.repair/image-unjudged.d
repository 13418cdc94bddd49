# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows where .eh_frame says what SFrame cannot
#source: ../inc/unjudged.s --defsym V=2
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --fill=none --partial -o out image
#warning: image(.sframe+0x0): warning: the rows of 8 of the 11 functions of this piece contradict .eh_frame; they are not used
#note: image: note: 1 of its functions have the end of the stack, or the marks, of .eh_frame now
#warning: image: warning: 8 functions of its .sframe cannot be used, and nothing in it describes their code; 'sfmerge link' with the objects of its link may
#warning: image: warning: 1 function: left out: an undefined return address needs version 3
out: section .sframe at 0x402000, 71 bytes
  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 3, fdeoff 0, freoff 40
    fde 0 at 0x1c: start 0x401000 (-0x101c) <first>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x30: start 0x401050 (-0xfe0) <last>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      rows as of fde 0
