# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Files in folders that have no .sframe are counted; one that is named is told
# of.  The headers of an image show it, whatever the bytes of its code are.
#
#name: check: files without .sframe in a directory
#source: none
#files: d named.o s.o
#prepare: mkdir d; printf '' | %{as} -o d/b.o; ar rc d/a.a d/b.o; printf '.globl _start\n_start: ret\n' | %{as} -o s.o; %{ld} -o d/image s.o; cp d/b.o named.o
#sfmerge: check -r -j2 d named.o
#stdout:
named.o: no .sframe section
4 files: 0 with .sframe, 4 without (-v names them)
bytes of code of all images: 0 of 1 described, 0.0 %
