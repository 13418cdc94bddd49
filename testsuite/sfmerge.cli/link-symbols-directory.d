# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a symbol file that is a directory
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: mkdir debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#error: debug: a directory, not a file
#stdout:
