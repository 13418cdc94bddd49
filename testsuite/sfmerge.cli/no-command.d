# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: no command
#source: none
#sfmerge:
#status: 2
#error: no command given
#stderr: Try 'sfmerge help' for more information.
#stdout:
