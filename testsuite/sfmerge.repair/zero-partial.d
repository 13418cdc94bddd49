# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section of zeros is left alone with --partial
#source: zero-section.s
#sfmerge: repair --partial -o out %O
#warning: zero-section.o: warning: .sframe: its 0x40 bytes are all zero: the linker that wrote it dropped what they were; link its inputs again
out: section .sframe, 64 bytes
  no header
