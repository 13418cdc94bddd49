# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: no address
#source: none
#sfmerge: dump --at=0x12345678901234567 x
#status: 2
#error: dump: '0x12345678901234567' is neither an address nor a name
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
