# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an empty file as INPUT
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: : > empty
#sfmerge: link -o out image empty
#status: 2
#files: empty
#error: empty: is empty
#stdout:
