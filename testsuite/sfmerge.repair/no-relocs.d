# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object without any relocation of .sframe is refused
#source: no-relocs.s
#sfmerge: repair -o out %O
#status: 1
#error: no-relocs.o: .sframe: has 2 functions and no relocation that says where they are; --partial drops them
#stdout:
