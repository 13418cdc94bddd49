# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Bytes after the last piece.
#
#as: x86_64 aarch64_be

#case: tail-1
#name: 1 zero bytes after the last row
#source: tail.s --defsym TAIL=1
tail.o: section .sframe, 52 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@

#case: tail-100
#name: 100 zero bytes after the last row
#source: tail.s --defsym TAIL=100
tail.o: section .sframe, 151 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@

#case: tail-28
#name: 28 zero bytes after the last row
#source: tail.s --defsym TAIL=28
tail.o: section .sframe, 79 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@

#case: tail-7
#name: 7 zero bytes after the last row
#source: tail.s --defsym TAIL=7
tail.o: section .sframe, 58 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@

#case: tail-8
#name: 8 zero bytes after the last row
#source: tail.s --defsym TAIL=8
tail.o: section .sframe, 59 bytes
  piece 0 at 0x0: version 2, flags 0x0, abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
