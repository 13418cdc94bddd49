# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: functions without rows, version 1
#source: rowless.s --defsym V=1
#as: x86_64 aarch64_be
rowless.o: section .sframe, 65 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 1, fre_len 3, fdeoff 0, freoff 34
    fde 0 at 0x1c: start .text+0x8, size 8, fre_off 0x0, num_fres 0, ADDR1 INC
    fde 1 at 0x2d: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
