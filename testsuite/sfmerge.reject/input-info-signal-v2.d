# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: a bit of the function info that version 2 leaves unused
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: info-bits.s --defsym V=2 --defsym INFO=128 --defsym INFO2=-1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: info-bits.o(.sframe+0x40): the function info is 0x80, version 2 leaves 0xc0 unused
#stdout:
