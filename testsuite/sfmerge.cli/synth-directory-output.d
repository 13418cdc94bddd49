# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: -r and -o
#source: none
#sfmerge: synth -r -o x .
#status: 2
#error: synth: -r needs -i, -n or --detached=DIR, not -o
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
