# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object with .SUNW_dof, whose type has the number of SHT_GNU_SFRAME
#source: ../inc/other-name.s --defsym V=3 --defsym DOF=1
#sfmerge: convert --to=v3 -o out %O
#stdout:
#stderr: sfmerge: other-name.o: note: no .sframe section with functions; out is an unchanged copy
