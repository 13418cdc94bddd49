# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --at and --headers
#source: none
#sfmerge: dump --at=1 --headers x
#status: 2
#error: dump: --at and --headers cannot be used together
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
