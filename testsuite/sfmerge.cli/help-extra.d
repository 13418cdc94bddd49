# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: help of two commands
#source: none
#sfmerge: help link dump
#status: 2
#error: help: extra argument 'dump'
#stderr: Try 'sfmerge help' for more information.
#stdout:
