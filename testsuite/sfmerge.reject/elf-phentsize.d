# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: program headers of 32 bytes
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf ' ' | dd of=image bs=1 seek=54 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x36): program headers of 32 bytes, not 56
#stdout:
