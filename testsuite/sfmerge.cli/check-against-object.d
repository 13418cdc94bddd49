# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: the inputs of an object
#source: none
#prepare: printf '' | %{as} -o o.o
#sfmerge: check --against=o.o o.o
#status: 2
#files: o.o
#error: o.o: --against needs a linked image, and this is not one
#stdout:
