# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What is named is read whatever it is; what is found in folders only if it
# is of a kind that is read, in the order of the names; once, if it has several;
# and not if it is an ELF file of 32 bits.  What has no .sframe is named with -v.
#
#name: check: a directory and what is below it
#source: none
#prepare: mkdir -p d/b d/c; printf '' | %{as} -o d/b/o.o; ar rc d/a.a d/b/o.o; seq 9 > d/c/text; seq 9 > text; ln -s ../b/o.o d/c/link; ln -s b d/e; ln d/b/o.o d/f.o; (printf '\177ELF\1\1'; seq 99) > d/g.o; ln d/g.o d/h.o
#sfmerge: check -r -v -j2 d text
#status: 2
#files: d text
#error: text: not an ELF file
#stdout:
d/a.a: no member has a .sframe section
d/b/o.o: no .sframe section
d/g.o: skipped: a 32-bit ELF file
3 files: 0 with .sframe, 2 without, 1 not read
skipped: 1 ELF file that cannot have SFrame
