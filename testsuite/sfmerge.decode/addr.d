# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: the widths of row starts, version 1
#source: addr.s --defsym V=1
#as: x86_64 aarch64_be
addr.o: section .sframe, 163 bytes
  piece 0 at 0x0: version 1, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 5, num_fres 11, fre_len 50, fdeoff 0, freoff 85
    fde 0 at 0x1c: start .text+0x0, size 255, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xfe: cfa=sp+16 @UNSAVED@
    fde 1 at 0x2d: start .text+0x100, size 256, fre_off 0x6, num_fres 2, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xff: cfa=sp+16 @UNSAVED@
    fde 2 at 0x3e: start .text+0x200, size 65535, fre_off 0xe, num_fres 3, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x8000: cfa=sp+16 @UNSAVED@
      0xfffe: cfa=sp+16 @UNSAVED@
    fde 3 at 0x4f: start .text+0x10200, size 65536, fre_off 0x1a, num_fres 2, ADDR4 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xffff: cfa=sp+16 @UNSAVED@
    fde 4 at 0x60: start .text+0x0, size 4294967295, fre_off 0x26, num_fres 2, ADDR4 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xfffffffe: cfa=sp+16 @UNSAVED@
