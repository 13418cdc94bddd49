# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the headers only
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: dump --headers %O
#stdout:
amd64.o: section .sframe, 93 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
