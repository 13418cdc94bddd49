# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Rows that dump refuses.
#
#status: 1

#case: dump-cut-row
#versions: v1 v2 v3
#name: the last row lacks its last word
#source: cut-row.s --defsym V=@V@
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
v1   |    error at 0x41: a row of 4 bytes begins here, but the FREs end at 0x44
v2   |    error at 0x47: a row of 4 bytes begins here, but the FREs end at 0x4a
v3   |    error at 0x49: a row of 4 bytes begins here, but the FREs end at 0x4c

#case: dump-flags
#versions: v1 v2 v3
#status: 0
#name: a flag that version @V@ does not define
v1|#source: flags.s --defsym V=1 --defsym F=4
v2|#source: flags.s --defsym V=2 --defsym F=8
v3|#source: flags.s --defsym V=3 --defsym F=2
#as: x86_64 aarch64_be
#status: 1
v1|flags.o: section .sframe, 48 bytes
v2|flags.o: section .sframe, 51 bytes
v3|flags.o: section .sframe, 52 bytes
v1|  piece 0 at 0x0: version 1, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch @ABI@
v2|  piece 0 at 0x0: version 2, flags 0x8 (0x8), abi_arch @ABI@
v3|  piece 0 at 0x0: version 3, flags 0x2 (FRAME_POINTER), abi_arch @ABI@
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
v1|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 17
v2|    num_fdes 1, num_fres 1, fre_len 3, fdeoff 0, freoff 20
v3|    num_fdes 1, num_fres 1, fre_len 8, fdeoff 0, freoff 16
v1|    error at 0x3: the flags are 0x4, version 1 knows 0x3
v2|    error at 0x3: the flags are 0x8, version 2 knows 0x7
v3|    error at 0x3: the flags are 0x2, version 3 knows 0x5

#case: dump-flex-rows
#name: FLEX rows without meaning
#source: flex-rows.s
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC FLEX
    error at 0xa1: the FRE info is 0x02: a word count that FLEX does not allow
    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC FLEX
    error at 0xa9: the FRE info is 0x0e: a word count that FLEX does not allow
    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x16, num_fres 1, ADDR1 INC FLEX
    error at 0xb7: the control word 0 is 0x2, which names no register of the ABI
    fde 3 at 0x4c: start .text+0x18, size 8, fre_off 0x1f, num_fres 1, ADDR1 INC FLEX
    error at 0xc0: the control word 0 is 0x3d, which names no register of the ABI
    fde 4 at 0x5c: start .text+0x20, size 8, fre_off 0x28, num_fres 1, ADDR1 INC FLEX
    error at 0xc9: the control word 2 is 0x38, which names no register or slot of the ABI
    fde 5 at 0x6c: start .text+0x28, size 8, fre_off 0x33, num_fres 1, ADDR1 INC FLEX
    error at 0xd4: the control word 2 is 0x101, which names no register or slot of the ABI
    fde 6 at 0x7c: start .text+0x30, size 8, fre_off 0x42, num_fres 1, ADDR1 INC FLEX
    error at 0xe3: 3 data words, the third of which is a control word
    fde 7 at 0x8c: start .text+0x38, size 8, fre_off 0x4c, num_fres 1, ADDR1 INC FLEX
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same

#case: dump-fre-off-end
#versions: v1 v2 v3
#status: 0
#name: the rows of a function begin just past the end of all rows
v1,v2|#source: fre-off.s --defsym V=@V@ --defsym OFF=7
v3   |#source: fre-off.s --defsym V=3 --defsym OFF=12
#as: x86_64 aarch64_be
#status: 1
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x7, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x7, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0xc, num_fres 0, ADDR1 INC
v1   |    error at 0x35: the rows begin at 0x7 of the FREs, which have 0x6 bytes
v2   |    error at 0x38: the rows begin at 0x7 of the FREs, which have 0x6 bytes
v3   |    error at 0x38: the attribute block begins at 0xc of the FREs, which have 0x10 bytes
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-fre-off-huge
#versions: v1 v2 v3
#name: the rows of a function begin far past the end of all rows
#source: fre-off.s --defsym V=@V@ --defsym OFF=4294967294
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0xfffffffe, num_fres 0, ADDR1 INC
v1   |    error at 0x35: the rows begin at 0xfffffffe of the FREs, which have 0x6 bytes
v2   |    error at 0x38: the rows begin at 0xfffffffe of the FREs, which have 0x6 bytes
v3   |    error at 0x38: the attribute block begins at 0xfffffffe of the FREs, which have 0x10 bytes
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-fre-type
#versions: v1 v2 v3
#name: FRE type 3
#source: fre-type.s --defsym V=@V@
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR? INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR? INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR? INC
v1   |    error at 0x3d: the FRE type is 3, known are 0, 1 and 2
v2   |    error at 0x40: the FRE type is 3, known are 0, 1 and 2
v3   |    error at 0x56: the FRE type is 3, known are 0, 1 and 2
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-info
#versions: v1 v2 v3
#name: a bit of the function info that version @V@ leaves unused
#source: info-bits.s --defsym V=@V@ --defsym INFO=64 --defsym INFO2=-1
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 1, ADDR1 INC
v1   |    error at 0x3d: the function info is 0x40, version 1 leaves 0xc0 unused
v2   |    error at 0x40: the function info is 0x40, version 2 leaves 0xc0 unused
v3   |    error at 0x56: the function info is 0x40, version 3 leaves 0x40 unused
v1   |    fde 2 at 0x3e: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2   |    fde 2 at 0x44: start .text+0x10, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v3   |    fde 2 at 0x3c: start .text+0x10, size 8, fre_off 0x10, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-magic
#versions: v1 v2 v3
#name: the magic number is wrong
#source: magic.s --defsym V=@V@
v1|magic.o: section .sframe, 48 bytes
v2|magic.o: section .sframe, 51 bytes
v3|magic.o: section .sframe, 52 bytes
    error at 0x0: the magic number is 0xdee3, not 0xdee2

#case: dump-mangled
#versions: v1 v2 v3
#name: a mangled RA on AMD64
#source: mangled.s --defsym V=@V@
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    error at 0x30: the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
v2   |    error at 0x33: the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
v3   |    error at 0x34: the FRE info is 0x83: the mangled-RA bit, which only AArch64 has

#case: dump-rows-huge
#versions: v1 v2 v3
#status: 0
#name: nearly all of very many rows are missing
v1,v2|#source: too-many-rows.s --defsym V=@V@ --defsym N=4000000000
v3   |#source: too-many-rows.s --defsym V=3 --defsym N=65535
#as: x86_64 aarch64_be
#status: 1
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 4000000000, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 4000000000, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 65535, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
v1   |    error at 0x44: a row begins here with 3999999998 still to come, but the FREs end at 0x44
v2   |    error at 0x4a: a row begins here with 3999999998 still to come, but the FREs end at 0x4a
v3   |    error at 0x4c: a row begins here with 65533 still to come, but the FREs end at 0x4c

#case: dump-rows-one
#versions: v1 v2 v3
#name: one of two rows are missing
#source: too-many-rows.s --defsym V=@V@ --defsym N=2
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x3, num_fres 2, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x3, num_fres 2, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0x8, num_fres 2, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
v1   |    error at 0x44: a row begins here with 0 still to come, but the FREs end at 0x44
v2   |    error at 0x4a: a row begins here with 0 still to come, but the FREs end at 0x4a
v3   |    error at 0x4c: a row begins here with 0 still to come, but the FREs end at 0x4c

#case: dump-s390x-odd
#versions: v2 v3
#name: words that name no register
#source: s390x-odd.s --defsym V=@V@
#as: s390x
#...
v2|    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 3, ADDR1 INC
v3|    fde 0 at 0x1c: start .text+0x0, size 12, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same
v2|    error at 0x47: the offset 65 is odd and names no register
v2|    error at 0x4b: the offset -1 is odd and names no register
v3|    error at 0x44: the offset 33 is odd, which version 3 allows in FLEX rows only
v2|    fde 1 at 0x30: start .text+0xc, size 12, fre_off 0xb, num_fres 1, ADDR1 INC
v3|    fde 1 at 0x2c: start .text+0xc, size 12, fre_off 0xc, num_fres 1, ADDR1 INC
      0x0: cfa=sp+160 ra=same fp=same

#case: dump-short
#name: one byte too few for a header
#source: short.s
short.o: section .sframe, 27 bytes
    error at 0x0: the header needs 28 bytes, but 27 are left

#case: dump-size-code
#versions: v1 v2 v3
#name: words of size code 3
#source: size-code.s --defsym V=@V@
#as: x86_64 aarch64_be
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    error at 0x42: the FRE info is 0x63, whose size code 3 is invalid
v2   |    error at 0x48: the FRE info is 0x63, whose size code 3 is invalid
v3   |    error at 0x45: the FRE info is 0x63, whose size code 3 is invalid
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x6, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0xb, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same

#case: dump-tail-at-once
#name: bytes that are no header after the last row
#source: tail-garbage.s --defsym PAD=0
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    error at 0x33: a piece ends here, but the byte after it is 0x41

#case: dump-tail-padded
#name: bytes that are no header after the last row
#source: tail-garbage.s --defsym PAD=6
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 1, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
    error at 0x38: the magic number is 0x4100, not 0xdee2

#case: dump-word-count
#versions: v1 v2 v3
#name: four words in a row
#source: word-count.s --defsym V=@V@
#...
    fde 0 at 0x1c: start .text+0x0, size 8, fre_off 0x0, num_fres 2, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
v1   |    error at 0x41: the FRE info is 0x09: more words than the ABI has
v2   |    error at 0x47: the FRE info is 0x09: more words than the ABI has
v3   |    error at 0x44: the FRE info is 0x09: more words than the ABI has
v1   |    fde 1 at 0x2d: start .text+0x8, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
v2   |    fde 1 at 0x30: start .text+0x8, size 8, fre_off 0x9, num_fres 1, ADDR1 INC
v3   |    fde 1 at 0x2c: start .text+0x8, size 8, fre_off 0xe, num_fres 1, ADDR1 INC
      0x0: cfa=sp+16 ra=*(cfa-8) fp=same
