# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a debug file without a build-id
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: cp image debug
#prepare: %{objcopy} -R .note.gnu.build-id debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#require: objcopy
#error: debug: it has no build-id, but the image image has 01020304
#stdout:
