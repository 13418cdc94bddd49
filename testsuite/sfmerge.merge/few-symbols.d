# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: a piece whose functions have no symbols beside one whose have, version @V@
#source: few-symbols.s --defsym V=@V@ --defsym W=0
#source: few-symbols.s --defsym V=@V@ --defsym W=1
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %O
out: section .sframe at 0x402000, 76 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c) <known>, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401008 (-0x1024), size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
