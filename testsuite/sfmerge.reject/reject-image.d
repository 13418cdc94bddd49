# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Images and inputs beside them that link refuses.
#
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#status: 2
#stdout:

#case: absent-input
#name: an INPUT that does not exist
#sfmerge: link -o out image absent.o
#error: absent.o: cannot open: No such file or directory

#case: directory-input
#name: a directory as INPUT
#sfmerge: link -o out image .
#error: .: is a directory

#case: elf-class
#name: a 32-bit image
#prepare: printf '\001' | dd of=image bs=1 seek=4 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image: not an ELF64 file; only ELF64 is supported

#case: elf-cut-section
#name: an image that ends in its .sframe section
#prepare: truncate -s 8200 image
#sfmerge: link -o out image %O
#error: image(+0x28): truncated: 6 section headers at 0x20a8 do not fit into 0x2008 bytes

#case: elf-machine
#name: an image for a machine without an ABI of the format
#prepare: printf '\363' | dd of=image bs=1 seek=18 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image: SFrame has no ABI for RISC-V (EM_RISCV), little-endian

#case: elf-order
#name: a byte order that does not exist
#prepare: printf '\003' | dd of=image bs=1 seek=5 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x5): byte order 3 is neither 1 (little) nor 2 (big)

#case: elf-phentsize
#name: program headers of 32 bytes
#prepare: printf ' ' | dd of=image bs=1 seek=54 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x36): program headers of 32 bytes, not 56

#case: elf-phoff
#name: program headers at an offset beyond the file
#prepare: printf '\377\377\377\377\377\377\377\177' | dd of=image bs=1 seek=32 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x20): truncated: 3 program headers at 0x7fffffffffffffff do not fit into 0x2228 bytes

#case: elf-shnum
#name: more section headers than the file has room for
#prepare: printf '\000\377' | dd of=image bs=1 seek=60 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x28): truncated: 65280 section headers at 0x20a8 do not fit into 0x2228 bytes

#case: elf-shoff
#name: section headers at an offset beyond the file
#prepare: printf '\377\377\377\377\377\377\377\177' | dd of=image bs=1 seek=40 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x28): truncated: 6 section headers at 0x7fffffffffffffff do not fit into 0x2228 bytes

#case: elf-shstrndx
#name: section names in a section that does not exist
#prepare: printf '\100' | dd of=image bs=1 seek=62 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image(+0x3e): section 64 is to hold the names of 6 sections

#case: elf-truncated
#name: an image that ends in its section headers
#prepare: truncate -s -1 image
#sfmerge: link -o out image %O
#error: image(+0x28): truncated: 6 section headers at 0x20a8 do not fit into 0x2227 bytes

#case: elf-type
#name: a core file as IMAGE
#prepare: printf '\004' | dd of=image bs=1 seek=16 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#error: image: ELF type 4 is neither an executable nor a shared object

#case: empty-input
#name: an empty file as INPUT
#prepare: : > empty
#sfmerge: link -o out image empty
#files: empty
#error: empty: is empty

#case: image-input
#name: an image as INPUT
#sfmerge: link -o out image image
#error: image: is an executable, not a relocatable object

#case: map-text
#name: a map that is none
#prepare: seq 100 > map
#sfmerge: link --from-map=map -o out image %1
#files: map
#error: map: is not a link map of GNU ld, gold, lld or mold

#case: text-input
#name: a text file as INPUT
#prepare: seq 100 > text
#sfmerge: link -o out image text
#files: text
#error: text: is neither an ELF file nor an archive
