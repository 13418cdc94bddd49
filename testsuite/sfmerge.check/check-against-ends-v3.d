# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --against: what link made, version 3, of a function that ends the stack
#source: ends-stack.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} link -q --to=v3 -i image %O
#sfmerge: check --against %O image
#stdout:
image: valid, version 3: 2 functions described (100 %)
  inputs    2 functions: 2 in the image, of which 2 are described alike, 0 otherwise, 0 not; 0 are not in it, 0 not found
