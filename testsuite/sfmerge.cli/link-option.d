# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: an option that does not exist
#source: none
#sfmerge: link --frobnicate -o out a b
#status: 2
#error: link: unrecognized option '--frobnicate'
#stderr: Try 'sfmerge help link' for more information.
#stdout:
