# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: help of a command that does not exist
#source: none
#sfmerge: help melt
#status: 2
#error: unknown command 'melt'
#stderr: Try 'sfmerge help' for more information.
#stdout:
