# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --fatal-warnings: a loss is an error
#source: ../sfmerge.merge/ambiguous.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link --fatal-warnings -o out image %O
#status: 1
#warning: image: warning: 2 functions: left out: another of the same address differs
#error: image: nothing is written, as warnings are fatal
#stdout:
