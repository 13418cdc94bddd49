# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: there is no version 0
#source: version.s --defsym V=0
#as: x86_64 aarch64_be
#status: 1
version.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 0, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x2: sfp_version is 0, known are 1, 2 and 3
