# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Files with the symbols of an image.
#
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#stdout:

#case: link-symbols-absent
#name: link: a symbol file that is not there
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#error: debug: cannot open: No such file or directory

#case: link-symbols-compressed
#name: link: a debug file with compressed sections
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug --compress-debug-sections image debug
#sfmerge: link --share-rows=never -q --symbols=debug -o out image %O
#files: debug
#require: objcopy

#case: link-symbols-cut
#name: link: a debug file that is cut
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: printf "\\177ELF\\002\\001" > debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#error: debug(+0x0): truncated: the ELF header needs 64 bytes, the file has 6

#case: link-symbols-directory
#name: link: a directory of debug files that has none
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: mkdir debug
#sfmerge: link --symbols=debug -o out image %O
#files: debug out

#case: link-symbols-image-no-id
#name: link: an image without a build-id, and its debug file with one
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug image debug
#prepare: %{objcopy} -R .note.gnu.build-id image
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: the build-id is 01020304, but the image image has none

#case: link-symbols-machine
#name: link: a debug file for another machine
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug image debug
#prepare: printf '\267' | dd of=debug bs=1 seek=18 conv=notrunc 2>/dev/null
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: the machine is AArch64 (EM_AARCH64), little-endian, but that of the image image is x86-64 (EM_X86_64), little-endian

#case: link-symbols-moved
#name: link: a debug file whose code is elsewhere
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{ld} -e 0 --build-id=0x01020304 -Ttext=0x402000 -o other %1
#prepare: %{objcopy} --only-keep-debug other debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug other
#require: objcopy
#error: debug: section .text has 0x10 bytes at 0x402000, but in the image image 0x10 at 0x401000

#case: link-symbols-no-id
#name: link: a debug file without a build-id
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: cp image debug
#prepare: %{objcopy} -R .note.gnu.build-id debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: it has no build-id, but the image image has 01020304

#case: link-symbols-no-ids
#name: link: a debug file and an image without build-ids
#ld: ld -e 0 --traditional-format --defsym f=0x401000 -T %I/image.ld
#prepare: %{objcopy} --only-keep-debug image debug
#sfmerge: link --symbols=debug -o out image %O
#files: debug
#require: objcopy
#note: debug: note: neither it nor the image image has a build-id; only the addresses of sections could be compared

#case: link-symbols-object
#name: link: a symbol file that is an object
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#sfmerge: link --symbols=%1 -o out image %O
#status: 2
#error: amd64.o: a relocatable object, not a linked image

#case: link-symbols-other-id
#name: link: the debug file of another link
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{ld} -e 0 --build-id=0x01020305 -Ttext=0x401000 -o other %1
#prepare: %{objcopy} --only-keep-debug other debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug other
#require: objcopy
#error: debug: the build-id is 01020305, but that of the image image is 01020304

#case: link-symbols-stripped
#name: link: a symbol file without symbols
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: cp image debug
#prepare: %{strip} debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: strip
#error: debug: has no symbol table

#case: link-symbols-unstripped
#name: link: the symbols of the unstripped image
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: cp image debug
#prepare: %{strip} image
#sfmerge: link --share-rows=never -q --symbols=debug -o out image %O
#files: debug
#require: strip

#case: link-symbols
#name: link: the symbols of a debug file
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug image debug
#prepare: %{strip} image
#sfmerge: link --share-rows=never -q --symbols=debug -o out image %O
#files: debug
#require: objcopy strip
