# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: -o and -i
#source: none
#sfmerge: link -i -o out image a.o
#status: 2
#error: link: -o and -i cannot be used together
#stderr: Try 'sfmerge help link' for more information.
#stdout:
