# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: bytes that are no header after the last row
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: tail-garbage.s --defsym PAD=6
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: tail-garbage.o(.sframe+0x38): the magic number is 0x4100, not 0xdee2
#stdout:
