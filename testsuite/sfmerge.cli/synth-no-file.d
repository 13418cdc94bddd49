# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: no FILE
#source: none
#sfmerge: synth -i
#status: 2
#error: synth: no FILE given
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
