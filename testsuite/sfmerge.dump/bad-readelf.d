# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: readelf's text of one function
#source: none
#sfmerge: dump --style=readelf --at=1 x
#status: 2
#error: dump: --at and --style=readelf cannot be used together
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
