# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v2-pcrel v3
v1         |#name: one piece without flags: starts are relative to the field
v2         |#name: one piece without flags: starts are relative to the field, version 2
v2-pcrel,v3|#name: a sorted piece with the flag, version @V@
v1,v2      |#source: ../inc/amd64.s --defsym V=@V@ --defsym F=0
v2-pcrel,v3|#source: ../inc/amd64.s --defsym V=@V@ --defsym F=5
#ld: ld -e 0 --traditional-format -T %I/image.ld
v1         |image: section .sframe at 0x402000, 85 bytes
v2,v2-pcrel|image: section .sframe at 0x402000, 91 bytes
v3         |image: section .sframe at 0x402000, 93 bytes
v1,v2      |  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v2-pcrel,v3|  piece 0 at 0x0: version @V@, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1         |    num_fdes 2, num_fres 7, fre_len 23, fdeoff 0, freoff 34
v2,v2-pcrel|    num_fdes 2, num_fres 7, fre_len 23, fdeoff 0, freoff 40
v3         |    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
v1         |    fde 1 at 0x2d: start 0x401007 (-0x1026), size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v2,v2-pcrel|    fde 1 at 0x30: start 0x401007 (-0x1029), size 9, fre_off 0xe, num_fres 3, ADDR1 INC
v3         |    fde 1 at 0x2c: start 0x401007 (-0x1025), size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
