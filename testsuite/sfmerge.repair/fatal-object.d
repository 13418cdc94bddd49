# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a loss is refused with --fatal-warnings
#source: ../sfmerge.merge/signal-frames.s
#sfmerge: convert --to=v2 --fatal-warnings -o out %O
#status: 1
#warning: signal-frames.o: warning: 2 functions: left out: a function without rows needs version 3
#warning: signal-frames.o: warning: 1 function: left out: the mark of a signal frame needs version 3
#error: signal-frames.o: nothing is written, as warnings are fatal
#stdout:
