# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: an unknown consumer
#source: none
#sfmerge: link --for=gdb -o out image a.o
#status: 2
#error: link: unknown consumer 'gdb'; --list-consumers prints the names
#stderr: Try 'sfmerge help link' for more information.
#stdout:
