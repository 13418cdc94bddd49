# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: a text file
#source: none
#sfmerge: dump text
#status: 2
#prepare: seq 100 > text
#files: text
#error: text: not an ELF file
#stdout:
