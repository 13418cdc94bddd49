# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: one byte too few for a header
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: short.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: short.o(.sframe+0x0): the header needs 28 bytes, but 27 are left
#stdout:
