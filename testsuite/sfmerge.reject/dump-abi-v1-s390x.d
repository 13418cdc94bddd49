# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: version 1 had no s390x
#source: abi.s --defsym V=1 --defsym A=4
#as: s390x
#status: 1
abi.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch 4 (S390X)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x4: sfh_abi_arch is 4, which version 1 does not define
