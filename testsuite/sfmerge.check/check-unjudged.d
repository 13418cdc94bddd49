# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows where .eh_frame says what SFrame cannot, with notes and what is described (-v)
#source: ../inc/unjudged.s --defsym V=3
#as: x86_64 aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check -v image
#status: 1
#stdout:
image: not valid (6 errors, 4 warnings, 1 note), version 3, but only 3 of 9 functions described (33.3 %); the rest is 48 bytes of functions
  error: rows-unjudged: .sframe+0x2c, function 1 <fp_undefined>: the function at 0x401008 has rows, but at 0x40100c .eh_frame has a frame pointer that cannot be restored
  error: rows-unjudged: .sframe+0x3c, function 2 <sp_saved>: the function at 0x401010 has rows, but at 0x401014 .eh_frame has a stack pointer that does not follow from the CFA
  error: rows-unjudged: .sframe+0x4c, function 3 <sp_moved>: the function at 0x401018 has rows, but at 0x40101c .eh_frame has a stack pointer that does not follow from the CFA
  error: rows-unjudged: .sframe+0x5c, function 4 <ra_expression>: the function at 0x401020 has rows, but at 0x401024 .eh_frame has an expression that is neither a register plus an offset nor the memory there
  error: rows-unjudged: .sframe+0x6c, function 5 <cfa_expression>: the function at 0x401028 has rows, but at 0x40102c .eh_frame has an expression that is neither a register plus an offset nor the memory there
  error: rows-unjudged: .sframe+0x7c, function 6 <unknown>: the function at 0x401030 has rows, but at 0x401034 .eh_frame has an instruction that is unknown, or damaged
  warning: sorted-flag-clear: .sframe+0x3: the flags are 0x04: the 9 functions are not said to be sorted
  warning: section-type: .sframe+0x0: the section's type is 0x1, not SHT_GNU_SFRAME (0x6ffffff4)
  warning: segment-long: .sframe+0xf4: PT_GNU_SFRAME has 0x1d0 bytes, the section 0xf4: 220 bytes of other contents follow it
  warning: rows-not-outermost: .sframe+0x8c, function 7 <ended>: the function at 0x401038 has cfa=sp+8 @UNSAVED@ at 0x40103c, .eh_frame has ra=undefined
  note: functions-left-out: .sframe+0x0: 6 of the 9 functions of .eh_frame are not described
  functions [######--------------] 3 of 9 of .eh_frame, 33.3 % of their bytes
  code      [######--------------] 33.3 % of 72 bytes: .text 33.3 %
  without rows: fp_undefined at 0x401008 (8 bytes), sp_saved at 0x401010 (8 bytes), sp_moved at 0x401018 (8 bytes), ra_expression at 0x401020 (8 bytes), cfa_expression at 0x401028 (8 bytes), unknown at 0x401030 (8 bytes)
