# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: more section headers than the file has room for
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\000\377' | dd of=image bs=1 seek=60 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x28): 65280 section headers at 0x20a8 do not fit into 0x2228 bytes
#stdout:
