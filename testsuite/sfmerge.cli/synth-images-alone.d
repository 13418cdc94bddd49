# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: synth: --images without -r
#source: none
#sfmerge: synth -i --images x
#status: 2
#error: synth: --images needs -r
#stderr: Try 'sfmerge help synth' for more information.
#stdout:
