# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with .sframe.hot
#source: ../inc/other-name.s --defsym V=2 --defsym HOT=1
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#stdout:
#status: 1
image: not valid (1 error, 2 warnings), version 2: 2 functions described, 100 % of the code
  error: wrong-address-rule: .sframe.hot[2]+0x3: function addresses are read wrongly: the flags 0x00 lack FDE_FUNC_START_PCREL; a reader finds 2 of 2 functions where none begins, and 0 where another does
  warning: sorted-flag-clear: .sframe.hot[2]+0x3: the flags are 0x00: the 2 functions are not said to be sorted
  warning: section-type: .sframe.hot[2]+0x0: the section's type is 0x1, not SHT_GNU_SFRAME (0x6ffffff4)
