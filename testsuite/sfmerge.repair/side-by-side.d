# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two sections side by side are one room
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.merge/many.s
#prepare: %{objcopy} --rename-section .sframe=.sframe_raw many.o
#prepare: %{ld} -e 0 --traditional-format -Ttext=0x401000 -o image %O
#sfmerge: repair -v --fill=none --grow=none -o out image
#note: image: note: its SFrame has versions 1 to 3; v3 is written
#stderr: sfmerge: image: its section: 229 bytes needed, room for 288
#stderr: sfmerge: image: compact: 7 functions use the rows of others, 0 rows repeated the one before, 56 bytes saved
#note: image: note: no PT_GNU_SFRAME, by which the kernel and the C library find the section
#stderr: sfmerge: image: merged: 10 functions, 15 rows, 229 bytes of 288 at 0x402000
#require: objcopy
out: section .sframe at 0x402000, 229 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 10, num_fres 15, fre_len 41, fdeoff 0, freoff 160
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start 0x401007 (-0x1025), size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 2 at 0x3c: start 0x401010 (-0x102c), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 3 at 0x4c: start 0x401018 (-0x1034), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 4 at 0x5c: start 0x401020 (-0x103c), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 5 at 0x6c: start 0x401028 (-0x1044), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 6 at 0x7c: start 0x401030 (-0x104c), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 7 at 0x8c: start 0x401038 (-0x1054), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 8 at 0x9c: start 0x401040 (-0x105c), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
    fde 9 at 0xac: start 0x401048 (-0x1064), size 8, fre_off 0x21, num_fres 1, ADDR1 INC
      rows as of fde 2
