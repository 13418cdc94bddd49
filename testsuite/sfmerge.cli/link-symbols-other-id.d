# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: the debug file of another link
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{ld} -e 0 --build-id=0x01020305 -Ttext=0x401000 -o other %1
#prepare: %{objcopy} --only-keep-debug other debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug other
#require: objcopy
#error: debug: the build-id is 01020305, but that of the image image is 01020304
#stdout:
