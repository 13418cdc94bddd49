# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: one byte too few for a header
#source: short.s
#status: 1
short.o: section .sframe, 27 bytes
    error at 0x0: the header needs 28 bytes, but 27 are left
