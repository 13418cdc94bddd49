# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --against: what link made where .eh_frame says what SFrame cannot, with --fill=none
#source: ../inc/unjudged.s --defsym V=2
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} strip -q -i image
#prepare: %{sfmerge} link -q --fill=none --grow=move-phdrs -i image %O
#sfmerge: check --against %O image
#stdout:
image: image, version 3, 3 functions
  note: fre-shared: .sframe+0x3c, function 2 <last>: 1 of 3 functions use the rows of another one
  note: functions-left-out: .sframe+0x0: 8 of the 11 functions of .eh_frame are not described
  functions [#####---------------] 3 of 11 of .eh_frame, 27.2 % of their bytes
  code      [#####---------------] 27.2 % of 88 bytes: .text 27.2 %
  without rows: fp_undefined at 0x401008 (8 bytes), sp_saved at 0x401010 (8 bytes), sp_moved at 0x401018 (8 bytes), ra_expression at 0x401020 (8 bytes), cfa_expression at 0x401028 (8 bytes) and 3 more
  synth     would add 2 functions; 6 cannot be described
  inputs    11 functions: 11 in the image, of which 3 are described alike, 0 otherwise, 8 not; 0 are not in it, 0 not found
image: valid, but describes 27.2 % of the functions of .eh_frame; 'sfmerge synth' would describe 5 of the 11: 2 notes
