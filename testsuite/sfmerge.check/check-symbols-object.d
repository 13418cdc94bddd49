# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: findings in an object have the names of functions
#source: ../inc/bad-rows.s
#require: demangler
#sfmerge: check -C %1
#stdout:
bad-rows.o: valid (2 warnings), version 3: 2 functions described
  warning: row-beyond-end: .sframe+0x44, function 0 <tree::walk(int)>, row 1: the row starts at 0x14, the function ends at 0x10
  warning: row-beyond-end: .sframe+0x4f, function 1 <fell>, row 1: the row starts at 0x11, the function ends at 0x10
