# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a little-endian ABI in a big-endian header
#source: abi.s --defsym V=3 --defsym A=3
#as: aarch64_be
#status: 1
abi.o: section .sframe, 52 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    error at 0x4: sfh_abi_arch is 3 (AMD64), but the header is big-endian
