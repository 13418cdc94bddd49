# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: words keep their width, version @V@
#source: ../sfmerge.decode/words.s --defsym V=@V@
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %O
out: section .sframe at 0x402000, 85 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 5, fre_len 41, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 5, ADDR1 INC
      0x0: cfa=sp+127 @SAVED -128@
      0x1: cfa=sp+8 @SAVED -128@
      0x2: cfa=sp+32767 @SAVED -32768@
      0x3: cfa=sp+8 @SAVED -32768@
      0x4: cfa=fp+2147483647 @SAVED -2147483648@
