# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: words keep their width, to version 2
#source: ../sfmerge.decode/words.s --defsym V=1
#source: ../sfmerge.decode/words.s --defsym V=2
#source: ../sfmerge.decode/words.s --defsym V=3
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=v2 -o out image %O
out: section .sframe at 0x402000, 196 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 3, num_fres 15, fre_len 108, fdeoff 0, freoff 60
    fde 0 at 0x1c: start 0x401000 (-0x1000), size 16, fre_off 0x0, num_fres 5, ADDR1 INC
      0x0: cfa=sp+127 @SAVED -128@
      0x1: cfa=sp+8 @SAVED -128@
      0x2: cfa=sp+32767 @SAVED -32768@
      0x3: cfa=sp+8 @SAVED -32768@
      0x4: cfa=fp+2147483647 @SAVED -2147483648@
    fde 1 at 0x30: start 0x401010 (-0xff0), size 16, fre_off 0x24, num_fres 5, ADDR1 INC
      0x0: cfa=sp+127 @SAVED -128@
      0x1: cfa=sp+8 @SAVED -128@
      0x2: cfa=sp+32767 @SAVED -32768@
      0x3: cfa=sp+8 @SAVED -32768@
      0x4: cfa=fp+2147483647 @SAVED -2147483648@
    fde 2 at 0x44: start 0x401020 (-0xfe0), size 16, fre_off 0x48, num_fres 5, ADDR1 INC
      0x0: cfa=sp+127 @SAVED -128@
      0x1: cfa=sp+8 @SAVED -128@
      0x2: cfa=sp+32767 @SAVED -32768@
      0x3: cfa=sp+8 @SAVED -32768@
      0x4: cfa=fp+2147483647 @SAVED -2147483648@
