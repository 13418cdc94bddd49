# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check --against: what link made where .eh_frame says what SFrame cannot
#source: ../inc/unjudged.s --defsym V=2
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{sfmerge} strip -q -i image
#prepare: %{sfmerge} link -q --fill --grow=move-phdrs -i image %O
#sfmerge: check --against %O image
#stdout:
image: valid, version 3, but only 5 of 11 functions described (45.4 %); the rest is 48 bytes of functions
  without rows: fp_undefined at 0x401008 (8 bytes), sp_saved at 0x401010 (8 bytes), sp_moved at 0x401018 (8 bytes), ra_expression at 0x401020 (8 bytes), cfa_expression at 0x401028 (8 bytes) and 1 more
  inputs    11 functions: 11 in the image, of which 5 are described alike, 0 otherwise, 6 not; 0 are not in it, 0 not found
