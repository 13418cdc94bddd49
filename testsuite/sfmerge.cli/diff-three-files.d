# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: diff: three files
#source: none
#sfmerge: diff a b c
#status: 2
#error: diff: more than OLD and NEW given
#stderr: Try 'sfmerge help diff' for more information.
#stdout:
