# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a thin archive whose member is gone
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{ar} rcsT lib.a %O
#prepare: rm amd64-2.o
#sfmerge: link -o out image lib.a
#status: 2
#files: lib.a
#error: lib.a(amd64-2.o): cannot open: No such file or directory
#stdout:
