# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: a COMDAT function of two objects, version @V@
#source: comdat.s --defsym V=@V@ --defsym N=1
#source: comdat.s --defsym V=@V@ --defsym N=2
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
out: section .sframe at 0x402000, 100 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 3, fre_len 24, fdeoff 0, freoff 48
    fde 0 at 0x1c: start 0x401000 (-0x101c) <own>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
    fde 1 at 0x2c: start 0x401008 (-0x1024) <inline>, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
    fde 2 at 0x3c: start 0x401010 (-0x102c) <own>, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 @UNSAVED@
