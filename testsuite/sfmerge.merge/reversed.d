# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: functions in the order of their addresses, version @V@
#source: reversed.s --defsym V=@V@
#source: reversed.s --defsym V=@V@
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
out: section .sframe at 0x402000, 220 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 8, num_fres 8, fre_len 64, fdeoff 0, freoff 128
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 @UNSAVED@
    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
    fde 3 at 0x4c: start 0x401018 (-0x1034), size 8, fre_off 0x18, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 4 at 0x5c: start 0x401020 (-0x103c), size 8, fre_off 0x20, num_fres 1, ADDR1 INC
      0x0: cfa=sp+32 @UNSAVED@
    fde 5 at 0x6c: start 0x401028 (-0x1044), size 8, fre_off 0x28, num_fres 1, ADDR1 INC
      0x0: cfa=sp+24 @UNSAVED@
    fde 6 at 0x7c: start 0x401030 (-0x104c), size 8, fre_off 0x30, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
    fde 7 at 0x8c: start 0x401038 (-0x1054), size 8, fre_off 0x38, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
