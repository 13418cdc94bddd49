# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: too many jobs
#source: none
#sfmerge: check -j257 a
#status: 2
#error: check: '257' is not a number of jobs from 0 to 256
#stderr: Try 'sfmerge help check' for more information.
#stdout:
