# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the auxiliary header is longer than the section
#source: bounds.s --defsym V=@V@ --defsym AUX=255 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#as: x86_64 aarch64_be
#status: 1
v1   |bounds.o: section .sframe, 48 bytes
v2   |bounds.o: section .sframe, 51 bytes
v3   |bounds.o: section .sframe, 52 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 255
v1   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
v2   |    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3   |    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
v1   |    error at 0x7: sfh_auxhdr_len is 255, but 20 bytes follow the header
v2   |    error at 0x7: sfh_auxhdr_len is 255, but 23 bytes follow the header
v3   |    error at 0x7: sfh_auxhdr_len is 255, but 24 bytes follow the header
