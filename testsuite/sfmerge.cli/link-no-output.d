# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: neither -o nor -i
#source: none
#sfmerge: link image a.o
#status: 2
#error: link: no output: give -o FILE or -i
#stderr: Try 'sfmerge help link' for more information.
#stdout:
