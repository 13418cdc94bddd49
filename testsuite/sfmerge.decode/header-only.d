# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: a header alone, version 1
#source: header-only.s --defsym V=1
#as: x86_64 aarch64_be
header-only.o: section .sframe, 28 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 0, num_fres 0, fre_len 0, fdeoff 0, freoff 0
