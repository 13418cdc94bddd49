# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: a bit of the function info that version @V@ leaves unused
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: info-bits.s --defsym V=@V@ --defsym INFO=64 --defsym INFO2=-1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: info-bits.o(.sframe+0x3d): the function info is 0x40, version 1 leaves 0xc0 unused
v2|#error: info-bits.o(.sframe+0x40): the function info is 0x40, version 2 leaves 0xc0 unused
v3|#error: info-bits.o(.sframe+0x56): the function info is 0x40, version 3 leaves 0x40 unused
#stdout:
