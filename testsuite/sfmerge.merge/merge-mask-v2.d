# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: blocks that repeat, version 2
#source: ../sfmerge.decode/mask.s --defsym V=2
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %O
out: section .sframe at 0x402000, 82 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 2, num_fres 4, fre_len 22, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
    fde 1 at 0x2c: start 0x401010 (-0x101c), size 64, fre_off 0xb, num_fres 2, ADDR1 MASK rep_size 16
      0x0: cfa=sp+8 @UNSAVED@
      0xb: cfa=sp+16 @UNSAVED@
