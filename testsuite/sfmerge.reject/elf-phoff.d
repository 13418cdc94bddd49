# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: program headers at an offset beyond the file
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\377\377\377\377\377\377\377\177' | dd of=image bs=1 seek=32 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x20): 3 program headers at 0x7fffffffffffffff do not fit into 0x2228 bytes
#stdout:
