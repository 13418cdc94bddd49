# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the widths of row starts, version @V@
#source: addr.s --defsym V=@V@
#as: x86_64 aarch64_be
v1   |addr.o: section .sframe, 163 bytes
v2   |addr.o: section .sframe, 178 bytes
v3   |addr.o: section .sframe, 183 bytes
v1,v2|  piece 0 at 0x0: version @V@, flags 0x0, abi_arch @ABI@
v3   |  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
v1   |    num_fdes 5, num_fres 11, fre_len 50, fdeoff 0, freoff 85
v2   |    num_fdes 5, num_fres 11, fre_len 50, fdeoff 0, freoff 100
v3   |    num_fdes 5, num_fres 11, fre_len 75, fdeoff 0, freoff 80
    fde 0 at 0x1c: start .text+0x0, size 255, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xfe: cfa=sp+16 @UNSAVED@
v1   |    fde 1 at 0x2d: start .text+0x100, size 256, fre_off 0x6, num_fres 2, ADDR2 INC
v2   |    fde 1 at 0x30: start .text+0x100, size 256, fre_off 0x6, num_fres 2, ADDR2 INC
v3   |    fde 1 at 0x2c: start .text+0x100, size 256, fre_off 0xb, num_fres 2, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xff: cfa=sp+16 @UNSAVED@
v1   |    fde 2 at 0x3e: start .text+0x200, size 65535, fre_off 0xe, num_fres 3, ADDR2 INC
v2   |    fde 2 at 0x44: start .text+0x200, size 65535, fre_off 0xe, num_fres 3, ADDR2 INC
v3   |    fde 2 at 0x3c: start .text+0x200, size 65535, fre_off 0x18, num_fres 3, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x8000: cfa=sp+16 @UNSAVED@
      0xfffe: cfa=sp+16 @UNSAVED@
v1   |    fde 3 at 0x4f: start .text+0x10200, size 65536, fre_off 0x1a, num_fres 2, ADDR4 INC
v2   |    fde 3 at 0x58: start .text+0x10200, size 65536, fre_off 0x1a, num_fres 2, ADDR4 INC
v3   |    fde 3 at 0x4c: start .text+0x10200, size 65536, fre_off 0x29, num_fres 2, ADDR4 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xffff: cfa=sp+16 @UNSAVED@
v1   |    fde 4 at 0x60: start .text+0x0, size 4294967295, fre_off 0x26, num_fres 2, ADDR4 INC
v2   |    fde 4 at 0x6c: start .text+0x0, size 4294967295, fre_off 0x26, num_fres 2, ADDR4 INC
v3   |    fde 4 at 0x5c: start .text+0x0, size 4294967295, fre_off 0x3a, num_fres 2, ADDR4 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xfffffffe: cfa=sp+16 @UNSAVED@
