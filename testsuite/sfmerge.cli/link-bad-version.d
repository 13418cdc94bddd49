# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a version that is not written
#source: none
#sfmerge: link --to=v1 -o out image a.o
#status: 2
#error: link: unknown version 'v1', known are v2, v2-pcrel and v3
#stderr: Try 'sfmerge --help' for more information.
#stdout:
