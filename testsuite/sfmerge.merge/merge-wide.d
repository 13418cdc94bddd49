# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Functions so large that their rows need wider starts.
#
#sfmerge: link -o out image %O
#as: x86_64 aarch64_be

#case: wide-255
#name: a function of 255 bytes
#source: wide.s --defsym SIZE=255 --defsym TYPE=0
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld -z max-page-size=0x1000
out: section .sframe at 0x402000, 58 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 14, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 255, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xfe: cfa=sp+16 @SAVED -128@

#case: wide-256
#name: a function of 256 bytes
#source: wide.s --defsym SIZE=256 --defsym TYPE=0
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld -z max-page-size=0x1000
out: section .sframe at 0x402000, 58 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 14, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 256, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xff: cfa=sp+16 @SAVED -128@

#case: wide-257
#name: a function of 257 bytes
#source: wide.s --defsym SIZE=257 --defsym TYPE=1
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld -z max-page-size=0x1000
out: section .sframe at 0x402000, 60 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 16, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x101c), size 257, fre_off 0x0, num_fres 2, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x100: cfa=sp+16 @SAVED -128@

#case: wide-65536
#name: a function of 65536 bytes
#source: wide.s --defsym SIZE=65536 --defsym TYPE=1
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 --defsym SF_ADDR=0x422000 -T %I/image.ld
out: section .sframe at 0x422000, 60 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 16, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x2101c), size 65536, fre_off 0x0, num_fres 2, ADDR2 INC
      0x0: cfa=sp+8 @UNSAVED@
      0xffff: cfa=sp+16 @SAVED -128@

#case: wide-65537
#name: a function of 65537 bytes
#source: wide.s --defsym SIZE=65537 --defsym TYPE=2
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 --defsym SF_ADDR=0x422000 -T %I/image.ld
out: section .sframe at 0x422000, 64 bytes
  piece 0 at 0x0: version 3, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset @RA@, auxhdr_len 0
    num_fdes 1, num_fres 2, fre_len 20, fdeoff 0, freoff 16
    fde 0 at 0x1c: start 0x401000 (-0x2101c), size 65537, fre_off 0x0, num_fres 2, ADDR4 INC
      0x0: cfa=sp+8 @UNSAVED@
      0x10000: cfa=sp+16 @SAVED -128@
