# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with FLEX rows that have no meaning
#source: flex-rows.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %1
#status: 2
#stderr: #...
#error: flex-rows.o(.sframe+0xa1): the FRE info is 0x02: a word count that FLEX does not allow
#stdout:
