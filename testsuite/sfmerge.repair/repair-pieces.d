# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: pieces of all versions become one
#source: ../sfmerge.decode/pieces.s
#as: x86_64 aarch64_be
#sfmerge: repair -o out %O
out: section .sframe, 124 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 4, num_fres 4, fre_len 32, fdeoff 0, freoff 64
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
    fde 3 at 0x4c: start .text+0x18, size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 @UNSAVED@
