# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: relocations that pair with nothing
#source: ../sfmerge.reject/stray-reloc.s
#sfmerge: repair -o out %O
#status: 2
#error: stray-reloc.o(.sframe+0x20): relocation number 1 has type 10, that of a start field would be 2 or 24
#stdout:
