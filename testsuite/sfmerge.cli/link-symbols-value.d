# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: --symbols without a file
#source: none
#sfmerge: link image a.o -o out --symbols
#status: 2
#stderr: sfmerge: link: option '--symbols' needs an argument
#stderr: Try 'sfmerge help link' for more information.
#stdout:
