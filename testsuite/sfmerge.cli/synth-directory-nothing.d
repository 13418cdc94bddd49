# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: -r, and nothing to do with what is found
#source: none
#sfmerge: synth -r .
#status: 2
#error: synth: no output: give -o FILE or -i
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
