# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: pieces of all versions in one section
#as: x86_64 aarch64_be
pieces.o: section .sframe, 244 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
  piece 1 at 0x30: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x4c: start .text+0x8, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
  piece 2 at 0x88: version 2, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0xa4: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
  piece 3 at 0xc0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0xdc: start .text+0x18, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 @UNSAVED@
