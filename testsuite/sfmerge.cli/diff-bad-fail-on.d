# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: diff: bad fail on
#source: none
#sfmerge: diff --fail-on=lost,zzz a b
#status: 2
#error: diff: --fail-on takes lost, coverage, changed, any or none, not 'zzz'
#stderr: Try 'sfmerge help diff' for more information.
#stdout:
