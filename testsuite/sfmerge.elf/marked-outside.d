# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: symbols around .sframe: outside its braces
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --defsym OUTSIDE=1 -T %I/marked.ld
#sfmerge: repair --share-rows=never -o out image
#note: image: note: no PT_GNU_SFRAME, by which the kernel and the C library find the section: symbols mark the end of its section
#like: marked-end.d
