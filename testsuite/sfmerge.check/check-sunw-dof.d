# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: .SUNW_dof, whose type has the number of SHT_GNU_SFRAME
#source: ../inc/other-name.s --defsym V=3 --defsym DOF=1
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: check image %O
#stdout:
image: nothing to check
other-name.o: no .sframe section
