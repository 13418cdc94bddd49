# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: check: the inputs of two files
#source: none
#sfmerge: check --against=a.o a b
#status: 2
#error: check: --against needs exactly one FILE
#stderr: Try 'sfmerge help check' for more information.
#stdout:
