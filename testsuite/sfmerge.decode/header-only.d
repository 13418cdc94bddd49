# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: a header alone, version @V@
#source: header-only.s --defsym V=@V@
#as: x86_64 aarch64_be
header-only.o: section .sframe, 28 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 0, num_fres 0, fre_len 0, fdeoff 0, freoff 0
