# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the FDEs begin after the section
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=4294967280 --defsym FREOFF=-1
#as: x86_64 aarch64_be
#status: 1
v1   |bounds.o: section .sframe, 48 bytes
v2   |bounds.o: section .sframe, 51 bytes
v3   |bounds.o: section .sframe, 52 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 4294967280, freoff 17
v2   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 4294967280, freoff 20
v3   |    num_fdes 1, num_fres 1, fre_len 8, fdeoff 4294967280, freoff 16
v1   |    error at 0x8: 1 FDEs end at 0x10000001d, but the section ends at 0x30
v2   |    error at 0x8: 1 FDEs end at 0x100000020, but the section ends at 0x33
v3   |    error at 0x8: 1 FDEs end at 0x10000001c, but the section ends at 0x34
