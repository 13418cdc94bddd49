# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --cover-noreturn takes three words
#source: none
#sfmerge: repair --cover-noreturn=maybe -i image
#status: 2
#error: repair: --cover-noreturn takes always, auto or never, not 'maybe'
#stderr: Try 'sfmerge --help' for more information.
#stdout:
