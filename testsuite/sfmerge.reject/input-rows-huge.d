# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: link with an input: nearly all of very many rows are missing
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: too-many-rows.s --defsym V=1 --defsym N=4000000000
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: too-many-rows.o(.sframe+0x44): a row begins here with 3999999998 still to come, but the FREs end at 0x44
#stdout:
