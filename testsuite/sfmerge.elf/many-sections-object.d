# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object with 70,000 sections
#source: many-sections.s --defsym COUNT=70000
#as: x86_64 aarch64_be
many-sections.o: section .sframe, 76 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .code.f0+0x0, size 4, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 1 at 0x2c: start .code.f69999+0x0, size 4, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
