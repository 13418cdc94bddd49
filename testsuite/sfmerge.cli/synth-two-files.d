# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: -o with two files
#source: none
#sfmerge: synth -o x a.o b.o
#status: 2
#error: synth: -o takes one FILE, not 2
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
