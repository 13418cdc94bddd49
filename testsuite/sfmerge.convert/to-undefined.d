# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2
#name: rows without words, to version 2
#source: ../sfmerge.merge/outermost.s --defsym V=2
#source: ../sfmerge.merge/outermost.s --defsym V=3
#as: x86_64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=v2 -o out image %O
out: section .sframe at 0x402000, 122 bytes
  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 4, num_fres 6, fre_len 14, fdeoff 0, freoff 80
    fde 0 at 0x1c: start 0x401000 (-0x1000), size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: ra=undefined
    fde 1 at 0x30: start 0x401008 (-0xff8), size 8, fre_off 0x2, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
    fde 2 at 0x44: start 0x401010 (-0xff0), size 8, fre_off 0x7, num_fres 1, ADDR1 INC
      0x0: ra=undefined
    fde 3 at 0x58: start 0x401018 (-0xfe8), size 8, fre_off 0x9, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x4: ra=undefined
