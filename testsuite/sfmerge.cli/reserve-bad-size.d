# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: reserve: a size that is no number
#source: none
#sfmerge: reserve -o out --size=many
#status: 2
#error: reserve: 'many' is not a size
#stderr: Try 'sfmerge help reserve' for more information.
#stdout:
