# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a place of an object
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: dump --at=.text+5 %O
#status: 1
#error: amd64.o: readers look functions up in linked files only
#stdout:
