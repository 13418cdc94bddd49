# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a value for an option that takes none
#source: none
#sfmerge: link --json=yes -o out image a.o
#status: 2
#error: link: option '--json' takes no argument
#stderr: Try 'sfmerge help link' for more information.
#stdout:
