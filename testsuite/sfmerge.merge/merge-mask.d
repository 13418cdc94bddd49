# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: blocks that repeat, version @V@
#source: ../sfmerge.decode/mask.s --defsym V=@V@
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %O
v1   |#warning: image: warning: 1 function: left out: the size of its repeated block is unknown or wrong
v1   |out: section .sframe at 0x402000, 55 bytes
v2,v3|out: section .sframe at 0x402000, 82 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 1, num_fres 2, fre_len 11, fdeoff 0, freoff 16
v2,v3|    num_fdes 2, num_fres 4, fre_len 22, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
      0x6: cfa=sp+24 @UNSAVED@
v2,v3|    fde 1 at 0x2c: start 0x401010 (-0x101c), size 64, fre_off 0xb, num_fres 2, ADDR1 MASK rep_size 16
v2,v3|      0x0: cfa=sp+8 @UNSAVED@
v2,v3|      0xb: cfa=sp+16 @UNSAVED@
