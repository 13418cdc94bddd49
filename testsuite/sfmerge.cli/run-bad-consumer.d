# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: run: an unknown consumer
#source: none
#sfmerge: run --for=gdb -- true
#status: 2
#error: run: unknown consumer 'gdb'; --list-consumers prints the names
#stderr: Try 'sfmerge help run' for more information.
#stdout:
