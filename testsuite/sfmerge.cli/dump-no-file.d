# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: no FILE
#source: none
#sfmerge: dump
#status: 2
#error: dump: no FILE given
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
