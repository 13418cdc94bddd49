# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: reserve: a negative size
#source: none
#sfmerge: reserve -o out --size=-8
#status: 2
#error: reserve: '-8' is not a size
#stderr: Try 'sfmerge help reserve' for more information.
#stdout:
