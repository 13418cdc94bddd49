# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: the magic number is wrong
#source: magic.s --defsym V=@V@
#status: 1
v1|magic.o: section .sframe, 48 bytes
v2|magic.o: section .sframe, 51 bytes
v3|magic.o: section .sframe, 52 bytes
    error at 0x0: the magic number is 0xdee3, not 0xdee2
