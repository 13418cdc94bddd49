# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v2 v2-pcrel
v2      |#name: FLEX rows of s390x, to version 2
v2-pcrel|#name: FLEX rows of s390x, to version 2, field-relative
#source: flex-down-s390x.s
#as: s390x
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --to=@VERSION@ -o out image %O
#warning: image: warning: 3 functions: left out: its FLEX rows need version 3
#warning: image: warning: 1 function: left out: an undefined return address needs version 3
out: section .sframe at 0x402000, 100 bytes
v2      |  piece 0 at 0x0: version 2, flags 0x1 (FDE_SORTED), abi_arch @ABI@
v2-pcrel|  piece 0 at 0x0: version 2, flags 0x5 (FDE_SORTED FDE_FUNC_START_PCREL), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset 0, auxhdr_len 0
    num_fdes 2, num_fres 6, fre_len 32, fdeoff 0, freoff 40
v2      |    fde 0 at 0x1c: start 0x401000 (-0x1000), size 16, fre_off 0x0, num_fres 4, ADDR1 INC
v2-pcrel|    fde 0 at 0x1c: start 0x401000 (-0x101c), size 16, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
      0x4: cfa=sp+160 ra=same fp=f2+0
      0x8: cfa=fp+320 ra=*(cfa-48) fp=*(cfa-72)
      0xc: cfa=sp+4256 ra=f0+0 fp=*(cfa-72)
v2      |    fde 1 at 0x30: start 0x401028 (-0xfd8), size 16, fre_off 0x15, num_fres 2, ADDR1 INC
v2-pcrel|    fde 1 at 0x30: start 0x401028 (-0x1008), size 16, fre_off 0x15, num_fres 2, ADDR1 INC
      0x0: cfa=sp+160 ra=*(cfa-128) fp=*(cfa-136)
      0x8: cfa=sp+160 ra=same fp=same
