# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: the rows overlap the FDEs
#source: bounds.s --defsym V=1 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=16
#as: x86_64 aarch64_be
#status: 1
bounds.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 16
    error at 0x14: the FDEs [0x1c, 0x2d) and the FREs [0x2c, 0x2f) overlap
