# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: nearly all of very many rows are missing
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1,v2|#source: too-many-rows.s --defsym V=@V@ --defsym N=4000000000
v3   |#source: too-many-rows.s --defsym V=3 --defsym N=65535
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1   |#error: too-many-rows.o(.sframe+0x44): a row begins here with 3999999998 still to come, but the FREs end at 0x44
v2   |#error: too-many-rows.o(.sframe+0x4a): a row begins here with 3999999998 still to come, but the FREs end at 0x4a
v3   |#error: too-many-rows.o(.sframe+0x4c): a row begins here with 65533 still to come, but the FREs end at 0x4c
#stdout:
