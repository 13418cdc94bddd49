# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel
v2      |#name: functions and rows that cover nothing, to version 2
v2-pcrel|#name: functions and rows that cover nothing, to version 2, field-relative
#source: ../sfmerge.merge/lazy-rows.s --defsym V=3
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=@VERSION@ -o out image %O
out: section .sframe at 0x402000, 103 bytes
v2      |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel|  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 5, fre_len 15, fdeoff 0, freoff 60
v2      |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
v2-pcrel|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x4: cfa=sp+40 @UNSAVED@
v2      |    fde 1 at 0x30: start 0x401008 (-0xff8), size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2-pcrel|    fde 1 at 0x30: start 0x401008 (-0x1028), size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
v2      |    fde 2 at 0x44: start 0x401010 (-0xff0), size 16, fre_off 0x9, num_fres 2, ADDR1 INC
v2-pcrel|    fde 2 at 0x44: start 0x401010 (-0x1034), size 16, fre_off 0x9, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xf: cfa=sp+16 @UNSAVED@
