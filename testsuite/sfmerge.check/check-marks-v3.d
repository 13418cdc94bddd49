# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: marks that .eh_frame does not have, or that it has, version 3
#source: ../inc/marks.s --defsym V=3
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image
#status: 1
#stdout:
#if x86_64
image: not valid (2 errors, 3 warnings), version 3: 4 functions described (100 %)
  error: marks-contradict: .sframe+0x3c, function 2 <lost>: the function at 0x401010 lacks the mark of a signal frame, .eh_frame has it
  error: marks-contradict: .sframe+0x4c, function 3 <invented>: the function at 0x401018 has the mark of a signal frame, .eh_frame lacks it
  warning: sorted-flag-clear: .sframe+0x3: the flags are 0x04: the 4 functions are not said to be sorted
  warning: section-type: .sframe+0x0: the section's type is 0x1, not SHT_GNU_SFRAME (0x6ffffff4)
  warning: segment-long: .sframe+0x7c: PT_GNU_SFRAME has 0x108 bytes, the section 0x7c: 140 bytes of other contents follow it
#else
image: not valid (2 errors, 3 warnings), version 3: 4 functions described (100 %)
  error: marks-contradict: .sframe+0x3c, function 2 <lost>: the function at 0x401010 lacks the mark of a signal frame, .eh_frame has it
  error: marks-contradict: .sframe+0x4c, function 3 <invented>: the function at 0x401018 has the mark of a signal frame, .eh_frame lacks it
  warning: sorted-flag-clear: .sframe+0x3: the flags are 0x04: the 4 functions are not said to be sorted
  warning: section-type: .sframe+0x0: the section's type is 0x1, not SHT_GNU_SFRAME (0x6ffffff4)
  warning: segment-long: .sframe+0x7c: PT_GNU_SFRAME has 0x100 bytes, the section 0x7c: 132 bytes of other contents follow it
#endif
