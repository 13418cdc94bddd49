# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Files that are packed.
#
#status: 2

#case: gzip-archive
#name: a packed archive
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: %{ar} rcs lib.a %O; gzip -n lib.a
#files: lib.a.gz
#sfmerge: dump lib.a.gz
#error: lib.a.gz: a compressed archive: decompress it with gunzip
#stdout:

#case: gzip-cut
#name: a packed file that ends too early
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: gzip -n -c %O | head -c 100 >m.ko.gz
#files: m.ko.gz
#sfmerge: dump m.ko.gz
#error: m.ko.gz: cannot decompress it at byte 0x64: it ends too early
#stdout:

#case: gzip-image
#name: a packed image
#status: 0
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: gzip -n -c image >image.gz
#files: image.gz
#dump: image.gz
image.gz: section .sframe at 0x402000, 93 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
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

#case: gzip-object
#name: a packed object, as modules are
#status: 0
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: gzip -n -c %O >m.ko.gz
#files: m.ko.gz
#dump: m.ko.gz
m.ko.gz: section .sframe, 93 bytes
  piece 0 at 0x0: version 3, flags 0x4 (FDE_FUNC_START_PCREL), abi_arch 3 (AMD64)
    cfa_fixed_fp_offset 0, cfa_fixed_ra_offset -8, auxhdr_len 0
    num_fdes 2, num_fres 7, fre_len 33, fdeoff 0, freoff 32
    fde 0 at 0x1c: start .text+0x0, size 7, fre_off 0x0, num_fres 4, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x1: cfa=sp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x4: cfa=fp+16 ra=*(cfa-8) fp=*(cfa-16)
      0x6: cfa=sp+8 ra=*(cfa-8) fp=same
    fde 1 at 0x2c: start .text+0x7, size 9, fre_off 0x13, num_fres 3, ADDR1 INC
      0x0: cfa=sp+8 ra=*(cfa-8) fp=same
      0x4: cfa=sp+32 ra=*(cfa-8) fp=same
      0x8: cfa=sp+8 ra=*(cfa-8) fp=same

#case: gzip-text
#name: a packed text
#source: none
#prepare: echo text | gzip -n >text.gz
#files: text.gz
#sfmerge: dump text.gz
#error: text.gz: holds no ELF file
#stdout:

#case: gzip-twice
#name: a file that was packed twice
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: gzip -n -c %O | gzip -n >twice.gz
#files: twice.gz
#sfmerge: dump twice.gz
#error: twice.gz: is compressed twice
#stdout:

#case: no-xz
#name: a file that xz packed, without its library
#source: none
#require: no_lzma
#prepare: printf '\375\067zXZ\000 and more' >a.ko.xz
#files: a.ko.xz
#sfmerge: dump a.ko.xz
#error: a.ko.xz: compressed by xz, which this sfmerge was built without: decompress it with unxz
#stdout:

#case: no-zstd
#name: a file that zstd packed, without its library
#source: none
#require: no_zstd
#prepare: printf '\050\265\057\375 and more' >a.ko.zst
#files: a.ko.zst
#sfmerge: dump a.ko.zst
#error: a.ko.zst: compressed by zstd, which this sfmerge was built without: decompress it with unzstd
#stdout:

#case: xz
#name: a damaged file of xz
#source: none
#prepare: printf '\375\067zXZ\000 and more' >a.ko.xz
#files: a.ko.xz
#require: lzma
#sfmerge: dump a.ko.xz
#error: a.ko.xz: cannot decompress it at byte 0xc: the data is damaged
#stdout:

#case: zstd
#name: a damaged file of zstd
#source: none
#require: zstd
#prepare: printf '\050\265\057\375\044\001' >a.ko.zst
#files: a.ko.zst
#sfmerge: dump a.ko.zst
#error: a.ko.zst: cannot decompress it at byte 0x6: it ends too early
#stdout:
