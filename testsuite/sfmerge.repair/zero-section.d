# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section of zeros has lost its functions
#source: zero-section.s
#sfmerge: repair -o out %O
#status: 1
#error: zero-section.o: .sframe: its 0x40 bytes are all zero: the linker that wrote it dropped what they were; link its inputs again, or leave it with --partial
#stdout:
