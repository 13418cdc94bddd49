# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a flag that version 3 does not define
#source: flags.s --defsym V=3 --defsym F=2
#as: x86_64 aarch64_be
#status: 1
flags.o: section .sframe, 52 bytes
  piece 0 at 0x0: version 3, flags 0x2 (FRAME_POINTER), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    error at 0x3: sfp_flags is 0x2, version 3 knows 0x5
