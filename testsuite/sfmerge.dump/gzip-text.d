# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a packed text
#source: none
#prepare: echo text | gzip -n >text.gz
#files: text.gz
#sfmerge: dump text.gz
#status: 2
#error: text.gz: holds no ELF file
#stdout:
