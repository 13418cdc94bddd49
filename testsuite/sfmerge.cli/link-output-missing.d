# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: -o without a name
#source: none
#sfmerge: link image a.o -o
#status: 2
#error: link: option '-o' needs an argument
#stderr: Try 'sfmerge help link' for more information.
#stdout:
