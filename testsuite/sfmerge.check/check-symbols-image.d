# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: findings in an image have the names of functions
#source: ../inc/bad-rows.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#stdout:
image: valid (3 warnings), version 3: 2 functions described, 100 % of the code
  warning: row-beyond-end: .sframe+0x44, function 0 <_ZN4tree4walkEi>, row 1: the row starts at 0x14, the function ends at 0x10
  warning: row-beyond-end: .sframe+0x4f, function 1 <fell>, row 1: the row starts at 0x11, the function ends at 0x10
  warning: sorted-flag-clear: .sframe+0x3: the flags are 0x04: the 2 functions are not said to be sorted
