# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: the inputs of a directory
#source: none
#sfmerge: check -r --against=a.o .
#status: 2
#error: check: --against needs exactly one FILE
#stderr: Try 'sfmerge help check' for more information.
#stdout:
