# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The section has 28 + 150 * 20 + 4000 bytes, each part 28 + 20 + 4000; 112 of
# them are more than 64 times the section, 111 are not.
#
#name: rows that would be written too often
#sfmerge: convert --split -o out %O
#status: 2
#stderr: sfmerge: shares.o: .sframe: 0x6eb00 bytes would be made of it, more than 64 times its 0x1b74
