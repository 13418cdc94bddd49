# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: the magic number is wrong
#source: magic.s --defsym V=1
#status: 1
magic.o: section .sframe, 48 bytes
    error at 0x0: the magic number is 0xdee3, not 0xdee2
