# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a directory
#source: none
#sfmerge: check .
#status: 2
#error: .: a directory, not a file
#stdout:
