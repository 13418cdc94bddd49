# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --cover-noreturn takes three words
#source: none
#sfmerge: repair --cover-noreturn=maybe -i image
#status: 2
#error: repair: --cover-noreturn takes auto, never or always, not 'maybe'
#stderr: Try 'sfmerge help repair' for more information.
#stdout:
