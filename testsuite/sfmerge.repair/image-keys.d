# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the keys of .eh_frame
#source: ../inc/marks.s --defsym V=1 --defsym KEYS=1
#as: aarch64
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=100 -T %I/image.ld
#sfmerge: repair --share-rows=never -o out image
#note: image: note: its SFrame has version 1; v3 is written
#note: image: note: 5 of its functions have the end of the stack, or the marks, of .eh_frame now
out: section .sframe at 0x402000, 220 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 8, num_fres 8, fre_len 64, fdeoff 0, freoff 128
    fde 0 at 0x1c: start 0x401000 (-0x101c) <plain>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start 0x401008 (-0x1024) <marked>, size 8, fre_off 0x8, num_fres 1, ADDR1 INC SIGNAL
      0x0: cfa=sp+8 @UNSAVED@
    fde 2 at 0x3c: start 0x401010 (-0x102c) <lost>, size 8, fre_off 0x10, num_fres 1, ADDR1 INC SIGNAL
      0x0: cfa=sp+8 @UNSAVED@
    fde 3 at 0x4c: start 0x401018 (-0x1034) <invented>, size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 4 at 0x5c: start 0x401020 (-0x103c) <key_b>, size 8, fre_off 0x20, num_fres 1, ADDR1 INC PAUTH_B
      0x0: cfa=sp+8 @UNSAVED@
    fde 5 at 0x6c: start 0x401028 (-0x1044) <key_lost>, size 8, fre_off 0x28, num_fres 1, ADDR1 INC PAUTH_B
      0x0: cfa=sp+8 @UNSAVED@
    fde 6 at 0x7c: start 0x401030 (-0x104c) <key_invented>, size 8, fre_off 0x30, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 7 at 0x8c: start 0x401038 (-0x1054) <both_lost>, size 8, fre_off 0x38, num_fres 1, ADDR1 INC SIGNAL PAUTH_B
      0x0: cfa=sp+8 @UNSAVED@
