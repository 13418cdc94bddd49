# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: convert: a number of jobs that is none
#source: none
#sfmerge: convert -i --to=v3 -j -1 a
#status: 2
#error: convert: '-1' is not a number of jobs from 0 to 256
#stderr: Try 'sfmerge help convert' for more information.
#stdout:
