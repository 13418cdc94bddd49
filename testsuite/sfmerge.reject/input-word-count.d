# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: four words in a row
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: word-count.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: word-count.o(.sframe+0x41): the FRE info is 0x09: more words than the ABI has
v2|#error: word-count.o(.sframe+0x47): the FRE info is 0x09: more words than the ABI has
v3|#error: word-count.o(.sframe+0x44): the FRE info is 0x09: more words than the ABI has
#stdout:
