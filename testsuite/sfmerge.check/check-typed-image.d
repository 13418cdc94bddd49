# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with SFrame known by its type alone
#source: ../inc/other-name.s --defsym V=3
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#stdout:
image: image, version 3, 2 functions
  warning: sorted-flag-clear: .foo[2]+0x3: the flags are 0x04: the 2 functions are not said to be sorted
  functions [####################] 2 of 2 of the symbols, 100.0 % of their bytes
  code      [####################] 100.0 % of 32 bytes: .text 100.0 %; 0.0 % by the first header and its flags
image: valid: 1 warning
