# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# ELF files that cannot have SFrame, of 32 bits, of another machine or core
# files, are no failure, also where they are given by a wildcard; nor are
# members of archives, which are not even told of.
#
#name: check: ELF files that cannot have SFrame
#source: none
#prepare: mkdir d; printf '' | %{as} --32 -o d/i386.o; ar rc d/i386.a d/i386.o; (printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\363\0'; seq 99) > d/riscv; (printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\76\0'; seq 99) > d/core; (printf '\375\67zXZ\0'; seq 99) > d/other.xz; cp d/core core
#sfmerge: check -r --require d core
#status: 1
#files: d core
#stdout:
d/i386.a: no member has a .sframe section
1 file: 0 with .sframe, 1 without; 1 fails by the options
skipped: 4 ELF files that cannot have SFrame (-v names them)
