# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with SFrame known by its type alone
#source: ../inc/other-name.s --defsym V=3
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#stdout:
image: valid (1 warning), version 3: 2 functions described, 100 % of the code
  warning: sorted-flag-clear: .foo[2]+0x3: the flags are 0x04: the 2 functions are not said to be sorted
