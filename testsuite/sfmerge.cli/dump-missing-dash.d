# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: -- ends the options
#source: none
#sfmerge: dump -- -v
#status: 2
#error: -v: cannot open: No such file or directory
#stdout:
