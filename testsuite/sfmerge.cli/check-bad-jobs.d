# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a number of jobs that is none
#source: none
#sfmerge: check -j many a
#status: 2
#error: check: 'many' is not a number of jobs from 0 to 256
#stderr: Try 'sfmerge help check' for more information.
#stdout:
