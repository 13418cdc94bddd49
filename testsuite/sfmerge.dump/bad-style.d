# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a style that is not known
#source: none
#sfmerge: dump --style=objdump x
#status: 2
#error: dump: --style takes sfmerge or readelf, not 'objdump'
#stderr: Try 'sfmerge help dump' for more information.
#stdout:
