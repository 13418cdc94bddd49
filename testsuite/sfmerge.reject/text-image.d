# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a text file as IMAGE
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: seq 100 > text
#sfmerge: link -o out text %1
#status: 2
#files: text
#error: text: not an ELF file
#stdout:
