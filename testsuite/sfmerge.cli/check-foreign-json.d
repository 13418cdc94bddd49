# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# As JSON they are named, so that nothing is left out.
#
#name: check: ELF files that cannot have SFrame, as JSON
#source: none
#prepare: mkdir d; printf '' | %{as} --32 -o d/i386.o
#sfmerge: check -r --json d
#files: d
#stdout:
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","files":\[
{"file":"d/i386.o","kind":null,"skipped":"a 32-bit ELF file"}
],"summary":{"files":0,"with":0,"valid":0,"not_valid":0,"not_known":0,"without":0,"unreadable":0,"failed":0,"below_half":0,"below_min":0,"foreign":1,"compressed":0,"other_kinds":0,"further_names":0,"unreadable_directories":0,"described":0,"functions":0,"functions_covered":0,"bytes":0,"covered":0},"failures":[],"exit_status":0}
