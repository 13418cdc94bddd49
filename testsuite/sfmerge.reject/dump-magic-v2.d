# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the magic number is wrong
#source: magic.s --defsym V=2
#status: 1
magic.o: section .sframe, 51 bytes
    error at 0x0: the magic number is 0xdee3, not 0xdee2
