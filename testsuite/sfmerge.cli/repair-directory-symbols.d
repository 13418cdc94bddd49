# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: repair: -r and --symbols
#source: none
#sfmerge: repair -r -i --symbols=x .
#status: 2
#error: repair: --symbols needs exactly one FILE, not with -r
#stderr: Try 'sfmerge help repair' for more information.
#stdout:
