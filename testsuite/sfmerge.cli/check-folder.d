# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a folder
#source: none
#sfmerge: check .
#status: 2
#error: .: not a regular file
#stdout:
