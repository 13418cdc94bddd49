# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: version 2 has no mark of a signal frame
#source: ../inc/marks.s --defsym V=2
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} strip -q -i image
#sfmerge: link --fill=none --to=v2-pcrel --share-rows=never --grow=move-phdrs -o out image %O
#note: image: note: 2 of 4 functions of the inputs have the end of the stack, or the marks, of .eh_frame now
#warning: image: warning: 2 functions: left out: the mark of a signal frame needs version 3
#if x86_64
out: section .sframe at 0x401020, 74 bytes
  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 40
    fde 0 at 0x1c: start 0x401000 (-0x3c) <plain>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x30: start 0x401018 (-0x38) <invented>, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
#else
out: section .sframe at 0x4020f8, 74 bytes
  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 6, fdeoff 0, freoff 40
    fde 0 at 0x1c: start 0x401000 (-0x1114) <plain>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x30: start 0x401018 (-0x1110) <invented>, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
#endif
