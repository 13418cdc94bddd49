# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: reserve: no -o
#source: none
#sfmerge: reserve --size=10
#status: 2
#error: reserve: no output: give -o OBJECT
#stderr: Try 'sfmerge help reserve' for more information.
#stdout:
