# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: reserve: a size above 64 bits
#source: none
#sfmerge: reserve -o out --size=99999999999999999999
#status: 2
#error: reserve: '99999999999999999999' is not a size
#stderr: Try 'sfmerge help reserve' for more information.
#stdout:
