# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: a directory
#source: none
#sfmerge: dump .
#status: 2
#error: .: a directory, not a file
#stdout:
