# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: the coverage of an object
#source: none
#files: a.o
#prepare: printf '' | %{as} -o a.o
#sfmerge: check --min-coverage=1 a.o
#status: 2
#error: a.o: --min-coverage needs a linked image, and this is not one
#stdout:
