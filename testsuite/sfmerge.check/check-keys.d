# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: keys that .eh_frame does not have
#source: ../inc/marks.s --defsym V=3 --defsym KEYS=1
#as: aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#status: 1
#stdout:
image: not valid (5 errors, 3 warnings), version 3: 8 functions described (100 %)
  error: marks-contradict: .sframe+0x3c, function 2 <lost>: the function at 0x401010 lacks the mark of a signal frame, .eh_frame has it
  error: marks-contradict: .sframe+0x4c, function 3 <invented>: the function at 0x401018 has the mark of a signal frame, .eh_frame lacks it
  error: marks-contradict: .sframe+0x6c, function 5 <key_lost>: the function at 0x401028 has pointer authentication key A, .eh_frame has B
  error: marks-contradict: .sframe+0x7c, function 6 <key_invented>: the function at 0x401030 has pointer authentication key B, .eh_frame has A
  error: marks-contradict: .sframe+0x8c, function 7 <both_lost>: the function at 0x401038 lacks the mark of a signal frame, .eh_frame has it
  warning: sorted-flag-clear: .sframe+0x3: the flags are 0x04: the 8 functions are not said to be sorted
  warning: section-type: .sframe+0x0: the section's type is 0x1, not SHT_GNU_SFRAME (0x6ffffff4)
  warning: segment-long: .sframe+0xdc: PT_GNU_SFRAME has 0x1e0 bytes, the section 0xdc: 260 bytes of other contents follow it
