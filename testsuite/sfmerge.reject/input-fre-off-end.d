# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the rows of a function begin just past the end of all rows
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1,v2|#source: fre-off.s --defsym V=@V@ --defsym OFF=7
v3   |#source: fre-off.s --defsym V=3 --defsym OFF=12
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1   |#error: fre-off.o(.sframe+0x35): the rows begin at 0x7 of the FREs, which have 0x6 bytes
v2   |#error: fre-off.o(.sframe+0x38): the rows begin at 0x7 of the FREs, which have 0x6 bytes
v3   |#error: fre-off.o(.sframe+0x38): the attribute block begins at 0xc of the FREs, which have 0x10 bytes
#stdout:
