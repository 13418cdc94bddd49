# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a map without inputs
#source: none
#sfmerge: check --from-map=a.map a
#status: 2
#error: check: --from-map needs --against
#stderr: Try 'sfmerge help check' for more information.
#stdout:
