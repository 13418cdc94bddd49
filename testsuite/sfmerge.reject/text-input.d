# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a text file as INPUT
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: seq 100 > text
#sfmerge: link -o out image text
#status: 2
#files: text
#error: text: is neither an ELF file nor an archive
#stdout:
