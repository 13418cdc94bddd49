# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: the symbols of the unstripped image
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: cp image debug
#prepare: %{strip} image
#sfmerge: link --share-rows=never -q --symbols=debug -o out image %O
#files: debug
#require: strip
#stdout:
