# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: as many FDEs as the count can say
#source: bounds.s --defsym V=1 --defsym AUX=-1 --defsym FDES=4294967294 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#as: x86_64 aarch64_be
#status: 1
bounds.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 4294967294, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x8: 4294967294 FDEs end at 0x10fffffffa, but the section ends at 0x30
