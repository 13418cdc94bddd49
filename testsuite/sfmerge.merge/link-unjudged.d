# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: rows where .eh_frame says what SFrame cannot
#source: ../inc/unjudged.s --defsym V=2
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} strip -q -i image
#sfmerge: link --fill=none --share-rows=never --grow=move-phdrs -o out image %O
#warning: image: warning: 8 of 11 functions of the inputs are left out, as rows cannot say what its .eh_frame does, or it cannot be judged
#note: image: note: 1 of 11 functions of the inputs have the end of the stack, or the marks, of .eh_frame now
#if x86_64
out: section .sframe at 0x401058, 102 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 4, fre_len 26, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x74) <first>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start 0x401038 (-0x4c) <ended>, size 8, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
    fde 2 at 0x3c: start 0x401050 (-0x44) <last>, size 8, fre_off 0x12, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
#else
out: section .sframe at 0x402228, 102 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 4, fre_len 26, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x1244) <first>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start 0x401038 (-0x121c) <ended>, size 8, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
    fde 2 at 0x3c: start 0x401050 (-0x1214) <last>, size 8, fre_off 0x12, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
#endif
