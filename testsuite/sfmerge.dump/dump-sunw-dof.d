# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: .SUNW_dof, whose type has the number of SHT_GNU_SFRAME
#source: ../inc/other-name.s --defsym V=3 --defsym DOF=1
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: dump image %O
#stdout:
#stderr: sfmerge: other-name.o: note: no .sframe section
image: section .sframe at 0x402000, 0 bytes
  no header
