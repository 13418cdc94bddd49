# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Without -r they are what was asked for, and cannot be read.
#
#name: check: an ELF file of 32 bits
#source: none
#prepare: printf '' | %{as} --32 -o i386.o
#sfmerge: check i386.o
#status: 2
#files: i386.o
#error: i386.o: not an ELF64 file; only ELF64 is supported
#stdout:
