# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the last row lacks its last word
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: cut-row.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: cut-row.o(.sframe+0x41): a row of 4 bytes begins here, but the FREs end at 0x44
v2|#error: cut-row.o(.sframe+0x47): a row of 4 bytes begins here, but the FREs end at 0x4a
v3|#error: cut-row.o(.sframe+0x49): a row of 4 bytes begins here, but the FREs end at 0x4c
#stdout:
