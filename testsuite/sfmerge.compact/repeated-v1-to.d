# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: rows that repeat, version 1 to v2
#source: repeated.s --defsym V=1
#as: x86_64 aarch64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=80 -T %I/image.ld
#sfmerge: link --share-rows --to=v2 -o out image %O
out: section .sframe at 0x402000, 106 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 7, fre_len 18, fdeoff 0, freoff 60
    fde 0 at 0x1c: start 0x401000 (-0x1000), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x8: cfa=sp+16 @SAVED -16@
    fde 1 at 0x30: start 0x401010 (-0xff0), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      rows as of fde 0
    fde 2 at 0x44: start 0x401020 (-0xfe0), size 16, fre_off 0x7, num_fres 3, ADDR1 INC
      0x0: ra=undefined
      0x8: cfa=sp+8 @UNSAVED@
      0xc: cfa=fp+8 @UNSAVED@
