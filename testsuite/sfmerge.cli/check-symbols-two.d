# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: the symbols of two files
#source: none
#sfmerge: check --symbols=a.debug a b
#status: 2
#error: check: --symbols needs exactly one FILE
#stderr: Try 'sfmerge help check' for more information.
#stdout:
