# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the marks of .eh_frame
#source: ../inc/marks.s --defsym V=3
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: repair --share-rows=never -o out image
#note: image: note: 2 of its functions have the end of the stack, or the marks, of .eh_frame now
out: section .sframe at 0x402000, 124 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 4, num_fres 4, fre_len 32, fdeoff 0, freoff 64
    fde 0 at 0x1c: start 0x401000 (-0x101c) <plain>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start 0x401008 (-0x1024) <marked>, size 8, fre_off 0x8, num_fres 1, ADDR1 INC SIGNAL
      0x0: cfa=sp+8 @UNSAVED@
    fde 2 at 0x3c: start 0x401010 (-0x102c) <lost>, size 8, fre_off 0x10, num_fres 1, ADDR1 INC SIGNAL
      0x0: cfa=sp+8 @UNSAVED@
    fde 3 at 0x4c: start 0x401018 (-0x1034) <invented>, size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
