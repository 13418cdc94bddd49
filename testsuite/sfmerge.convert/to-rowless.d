# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel
v2      |#name: functions without rows and signal frames, to version 2
v2-pcrel|#name: functions without rows and signal frames, to version 2, field-relative
#source: ../sfmerge.merge/signal-frames.s
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=@VERSION@ -o out image %O
#warning: image: warning: 2 functions: left out: a function without rows needs version 3
#warning: image: warning: 1 function: left out: the mark of a signal frame needs version 3
out: section .sframe at 0x402000, 51 bytes
v2      |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel|  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v2      |    fde 0 at 0x1c: start 0x401010 (-0xff0), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
v2-pcrel|    fde 0 at 0x1c: start 0x401010 (-0x100c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
