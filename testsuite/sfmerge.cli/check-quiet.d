# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Only what stops the work is said: no finding, no warning, no summary.
#
#name: check: -q
#source: none
#prepare: mkdir d; printf '' | %{as} -o d/b.o; printf '' | %{as} --32 -o i386.o; ar rc d/a.a d/b.o i386.o
#sfmerge: check -q -r --require --for=kernel d d/missing
#status: 2
#files: d i386.o
#error: d/missing: cannot open: No such file or directory
#stdout:
