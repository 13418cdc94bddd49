# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --against: what link made, version 2, of a function that ends the stack
#source: ends-stack.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} link -q --to=v2 -i image %O
#sfmerge: check --against %O image
#stdout:
image: valid, version 2: 1 of 2 functions described (50 %); the rest is 16 bytes of functions
  without rows: ends at 0x401010 (16 bytes)
  inputs    2 functions: 2 in the image, of which 1 are described alike, 0 otherwise, 1 not; 0 are not in it, 0 not found
