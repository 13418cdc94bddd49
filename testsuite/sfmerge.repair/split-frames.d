# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: the two halves of what .eh_frame has as one function are kept
#ld: ld -e 0 --traditional-format --defsym SF_ADDR=0x422000 -T %I/image.ld
#prepare: %{sfmerge} convert --to=v3 -i image
#sfmerge: repair -o out image
#like: ../sfmerge.merge/split.d
