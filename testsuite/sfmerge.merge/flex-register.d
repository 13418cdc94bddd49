# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a FLEX function that names no register is left out
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#warning: image: warning: 1 function: left out: its rows or its end have no meaning
out: section .sframe at 0x402000, 53 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 9, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401008 (-0x1014), size 8, fre_off 0x0, num_fres 1, ADDR1 INC FLEX
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
