# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: functions that share rows, version @V@
#source: ../sfmerge.decode/shared.s --defsym V=@V@
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=80 -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
v1,v2|out: section .sframe at 0x402000, 133 bytes
v3   |out: section .sframe at 0x402000, 109 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1,v2|    num_fdes 4, num_fres 7, fre_len 41, fdeoff 0, freoff 64
v3   |    num_fdes 3, num_fres 6, fre_len 33, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: cfa=sp+16 @UNSAVED@
    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0xb, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: cfa=sp+16 @UNSAVED@
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 8, fre_off 0x16, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: cfa=sp+16 @UNSAVED@
v1,v2|    fde 3 at 0x4c: start 0x401018 (-0x1034), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
v1,v2|      0x0: cfa=sp+8 @UNSAVED@
