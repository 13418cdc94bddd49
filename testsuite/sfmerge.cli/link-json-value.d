# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a value for an option that takes none
#source: none
#sfmerge: link --json=yes -o out image a.o
#status: 2
#error: option '--json' doesn't allow an argument
#stderr: Try 'sfmerge --help' for more information.
#stdout:
