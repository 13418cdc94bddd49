# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: what is required
#source: none
#prepare: printf '' | %{as} -o o.o
#sfmerge: check --require o.o
#status: 1
#files: o.o
#stdout:
o.o: no .sframe section
