# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a pattern for nothing
#source: none
#sfmerge: check -r --exclude=/ y
#status: 2
#error: check: --exclude='/' matches nothing
#stderr: Try 'sfmerge help check' for more information.
#stdout:
