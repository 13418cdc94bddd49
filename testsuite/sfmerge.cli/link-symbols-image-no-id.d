# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: an image without a build-id, and its debug file with one
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: %{objcopy} --only-keep-debug image debug
#prepare: %{objcopy} -R .note.gnu.build-id image
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: the build-id is 01020304, but the image image has none
#stdout:
