# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a debug file that is cut
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --build-id=0x01020304 -Ttext=0x401000
#prepare: printf "\\177ELF\\002\\001" > debug
#sfmerge: link --symbols=debug -o out image %O
#status: 2
#files: debug
#error: debug(+0x0): the ELF header needs 64 bytes, the file has 6
#stdout:
