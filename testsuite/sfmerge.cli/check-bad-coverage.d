# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a percentage that is too large
#source: none
#sfmerge: check --min-coverage=100.001 a
#status: 2
#error: check: '100.001' is not a percentage from 0 to 100
#stderr: Try 'sfmerge help check' for more information.
#stdout:
