# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a debug file for another machine
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug image debug
#prepare: printf '\267' | dd of=debug bs=1 seek=18 conv=notrunc 2>/dev/null
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: the machine is AArch64 (EM_AARCH64), little-endian, but that of the image image is x86-64 (EM_X86_64), little-endian
#stdout:
