# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a severity that there is not
#source: none
#sfmerge: check --fail-on=fatal a
#status: 2
#error: check: --fail-on takes note, warning or error, not 'fatal'
#stderr: Try 'sfmerge help check' for more information.
#stdout:
