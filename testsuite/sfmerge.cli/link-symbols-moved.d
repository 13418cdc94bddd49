# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a debug file whose code is elsewhere
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{ld} -e 0 --build-id=0x01020304 -Ttext=0x402000 -o other %1
#prepare: %{objcopy} --only-keep-debug other debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug other
#require: objcopy
#error: debug: section .text has 0x10 bytes at 0x402000, but in the image image 0x10 at 0x401000
#stdout:
