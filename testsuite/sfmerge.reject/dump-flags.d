# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: a flag that version @V@ does not define
v1|#source: flags.s --defsym V=1 --defsym F=4
v2|#source: flags.s --defsym V=2 --defsym F=8
v3|#source: flags.s --defsym V=3 --defsym F=2
#as: x86_64 aarch64_be
#status: 1
v1|flags.o: section .sframe, 48 bytes
v2|flags.o: section .sframe, 51 bytes
v3|flags.o: section .sframe, 52 bytes
v1|  piece 0 at 0x0: version 1, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
v2|  piece 0 at 0x0: version 2, flags 0x8 (0x8), abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x2 (FRAME_POINTER), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
v2|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3|    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
v1|    error at 0x3: the flags are 0x4, version 1 knows 0x3
v2|    error at 0x3: the flags are 0x8, version 2 knows 0x7
v3|    error at 0x3: the flags are 0x2, version 3 knows 0x5
