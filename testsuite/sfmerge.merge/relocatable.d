# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an input that ld -r 2.40 made: relocations are paired by their order
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#require: ld_merges_v1
#prepare: %{ld} -r -o r.o %O
#sfmerge: link --share-rows=never -o out image r.o
#files: r.o
out: section .sframe at 0x402000, 158 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 4, num_fres 14, fre_len 66, fdeoff 0, freoff 64
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401007 (-0x1025), size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 7, fre_off 0x21, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 3 at 0x4c: start 0x401017 (-0x1035), size 9, fre_off 0x34, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
