# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: a severity that there is not
#source: none
#sfmerge: check --fail-on=fatal a
#status: 2
#error: check: unknown severity 'fatal'; known are error, warning and note
#stderr: Try 'sfmerge --help' for more information.
#stdout:
