# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: an empty file
#source: none
#sfmerge: dump nothing
#status: 2
#prepare: : > nothing
#files: nothing
#error: nothing: not an ELF file: it is empty
#stdout:
