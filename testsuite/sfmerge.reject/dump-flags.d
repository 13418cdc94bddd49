# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: a flag that version 1 does not define
#source: flags.s --defsym V=1 --defsym F=4
#as: x86_64 aarch64_be
#status: 1
flags.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 1, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x3: sfp_flags is 0x4, version 1 knows 0x3
