# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the rows overlap the FDEs
v1   |#source: bounds.s --defsym V=1 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=16
v2   |#source: bounds.s --defsym V=2 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=19
v3   |#source: bounds.s --defsym V=3 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=15
#as: x86_64 aarch64_be
#status: 1
v1   |bounds.o: section .sframe, 48 bytes
v2   |bounds.o: section .sframe, 51 bytes
v3   |bounds.o: section .sframe, 52 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 16
v2   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 19
v3   |    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 15
v1   |    error at 0x14: the FDEs [0x1c, 0x2d) and the FREs [0x2c, 0x2f) overlap
v2   |    error at 0x14: the FDEs [0x1c, 0x30) and the FREs [0x2f, 0x32) overlap
v3   |    error at 0x14: the FDEs [0x1c, 0x2c) and the FREs [0x2b, 0x33) overlap
