# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: diff: one file
#source: none
#sfmerge: diff a
#status: 2
#error: diff: no NEW given
#stderr: Try 'sfmerge help diff' for more information.
#stdout:
