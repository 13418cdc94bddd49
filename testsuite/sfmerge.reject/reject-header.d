# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Headers and functions that dump refuses.
#
#as: x86_64 aarch64_be
#status: 1

#case: dump-abi-0
#name: there is no ABI 0
#source: abi.s --defsym V=2 --defsym A=0
abi.o: section .sframe, 51 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch 0 (unknown)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    error at 0x4: sfh_abi_arch is 0, which version 2 does not define

#case: dump-abi-5
#name: there is no ABI 5
#source: abi.s --defsym V=3 --defsym A=5
#...
    error at 0x4: sfh_abi_arch is 5, which version 3 does not define

#case: dump-abi-order-be
#name: a little-endian ABI in a big-endian header
#source: abi.s --defsym V=3 --defsym A=3
#as: aarch64_be
#...
    error at 0x4: sfh_abi_arch is 3 (AMD64), but the header is big-endian

#case: dump-abi-order
#name: a big-endian ABI in a little-endian header
#source: abi.s --defsym V=2 --defsym A=1
#as: x86_64 aarch64
#...
    error at 0x4: sfh_abi_arch is 1 (AARCH64 big-endian), but the header is little-endian

#case: dump-abi-v1-s390x
#name: version 1 had no s390x
#source: abi.s --defsym V=1 --defsym A=4
#as: s390x
#...
    error at 0x4: sfh_abi_arch is 4, which version 1 does not define

#case: dump-info-signal
#versions: v1 v2
#name: a bit of the function info that version @V@ leaves unused
#source: info-bits.s --defsym V=@V@ --defsym INFO=128 --defsym INFO2=-1
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1|    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2|    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v1|    error at 0x3d: the function info is 0x80, version 1 leaves 0xc0 unused
v2|    error at 0x40: the function info is 0x80, version 2 leaves 0xc0 unused
v1|    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2|    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-info2-bits-v3
#name: a bit of the function info that version 3 leaves unused
#source: info-bits.s --defsym V=3 --defsym INFO=-1 --defsym INFO2=32
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
    error at 0x57: the second function info is 0x20, known are FDE types 0 and 1
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-info2-v3
#name: FDE type 2
#source: info-bits.s --defsym V=3 --defsym INFO=-1 --defsym INFO2=2
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
    error at 0x57: the second function info is 0x02, known are FDE types 0 and 1
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-second-piece
#name: a piece that cannot be read between two that can
#source: second-piece.s
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
  piece 1 at 0x38: version 9, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x3a: sfp_version is 9, known are 1, 2 and 3
  piece 2 at 0x68: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
    fde 0 at 0x84: start .text+0x10, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same

#case: dump-version-0
#name: there is no version 0
#source: version.s --defsym V=0
version.o: section .sframe, 48 bytes
  piece 0 at 0x0: version 0, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
    error at 0x2: sfp_version is 0, known are 1, 2 and 3

#case: dump-version-255
#name: there is no version 255
#source: version.s --defsym V=255
#...
    error at 0x2: sfp_version is 255, known are 1, 2 and 3

#case: dump-version-4
#name: there is no version 4
#source: version.s --defsym V=4
#...
    error at 0x2: sfp_version is 4, known are 1, 2 and 3
