# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: padding at the end of a function needs no rows
#source: padded.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} link -q --to=v3 -i image %O
#sfmerge: check image
#stdout:
image: valid, version 3: 1 of 4 functions described, 43.9 % of the code; the rest is 50 bytes of functions and 15 bytes of padding
  without rows: nothing at 0x401054 (32 bytes), code at 0x401034 (15 bytes), back at 0x401020 (3 bytes)
