# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --partial goes on without the functions that are not found
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.reject/unproven.s --defsym SIZE=15 --defsym N=0x01020304
#prepare: %{objcopy} -R .sframe %2 two.o
#prepare: %{ld} -e 0 --traditional-format -T %I/image.ld -o image %1 two.o
#sfmerge: link --partial -o out image %O
#files: two.o
#warning: image: warning: 1 of 3 functions of the inputs are not found in it, and it has code that nothing describes
#note: image: note: of 1 of these it has the name and the code, but no call frame information, and the code is too short, or a part of a function, to prove that it is theirs; a link map (--from-map) does
out: section .sframe at 0x402000, 93 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401007 (-0x1025), size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
