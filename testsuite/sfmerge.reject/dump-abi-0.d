# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: there is no ABI 0
#source: abi.s --defsym V=2 --defsym A=0
#as: x86_64 aarch64_be
#status: 1
abi.o: section .sframe, 51 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch 0 (unknown)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    error at 0x4: sfh_abi_arch is 0, which version 2 does not define
