# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: --wait with a value
#source: none
#sfmerge: link image a.o -o out --wait=yes
#status: 2
#stderr: sfmerge: link: option '--wait' takes no argument
#stderr: Try 'sfmerge help link' for more information.
#stdout:
