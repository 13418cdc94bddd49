# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: run: no command
#source: none
#sfmerge: run --fill
#status: 2
#error: run: no COMMAND given
#stderr: Try 'sfmerge help run' for more information.
#stdout:
