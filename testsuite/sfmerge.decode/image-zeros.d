# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image whose section has no header
#source: nothing.s --defsym N=40
#ld: ld -e 0 --traditional-format -T %I/image.ld
image: section .sframe at 0x402000, 40 bytes
  no header
