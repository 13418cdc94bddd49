# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with .SUNW_dof, which stays as it is
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/other-name.s --defsym V=3 --defsym DOF=1
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=256 -T %I/image.ld
#sfmerge: link -o out image %O
out: section .sframe at 0x402000, 93 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
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
