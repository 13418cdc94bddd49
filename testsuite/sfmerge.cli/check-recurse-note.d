# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# That there is no .sframe is a note, and may be what is asked for.
#
#name: check: a note on a file in a directory
#source: none
#prepare: mkdir d; printf '.globl _start\n_start: ret\n' | %{as} -o s.o; %{ld} -o d/image s.o
#sfmerge: check -r --fail-on=note d
#status: 1
#files: d s.o
#stdout:
d/image: no .sframe section
1 file: 0 with .sframe, 1 without; 1 fails by the options
bytes of code of all images: 0 of 1 described, 0.0 %
