# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a response file that does not exist
#source: none
#sfmerge: dump @absent
#status: 2
#error: @absent: cannot open: No such file or directory
#stdout:
