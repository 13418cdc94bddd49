# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: there is no ABI 5
#source: abi.s --defsym V=3 --defsym A=5
#as: x86_64 aarch64_be
#status: 1
abi.o: section .sframe, 52 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 5 (unknown)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    error at 0x4: sfh_abi_arch is 5, which version 3 does not define
