# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: --exclude without -r
#source: none
#sfmerge: synth -i --exclude=x y
#status: 2
#error: synth: --exclude needs -r
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
