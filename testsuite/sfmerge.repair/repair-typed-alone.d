# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section whose name does not begin with .sframe keeps it
#source: ../inc/other-name.s --defsym V=3
#ld: ld -e 0
#sfmerge: repair --share-rows=never -o out image
#stderr: sfmerge: image: warning: the section keeps its name: the section names have no room for ".sframe"
out: section .foo at 0x402000, 76 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 2, fre_len 16, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c) <first>, size 16, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401010 (-0x101c) <second>, size 16, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
