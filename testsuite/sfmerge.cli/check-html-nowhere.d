# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: --html into a directory that cannot be made
#source: none
#sfmerge: check --html=no/d missing
#status: 1
#error: no/d: cannot make the directory: No such file or directory
#stdout:
