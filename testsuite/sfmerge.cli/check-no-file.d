# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: no file
#source: none
#sfmerge: check 
#status: 2
#error: check: no FILE given
#stderr: Try 'sfmerge help check' for more information.
#stdout:
