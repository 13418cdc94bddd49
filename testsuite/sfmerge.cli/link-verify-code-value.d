# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: --verify-code with a value
#source: none
#sfmerge: link image a.o -o out --verify-code=yes
#status: 2
#stderr: sfmerge: link: option '--verify-code' takes no argument
#stderr: Try 'sfmerge help link' for more information.
#stdout:
