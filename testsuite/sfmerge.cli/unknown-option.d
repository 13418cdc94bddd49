# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an option that does not exist
#source: none
#sfmerge: --frobnicate
#status: 2
#error: unrecognized option '--frobnicate'
#stderr: Try 'sfmerge help' for more information.
#stdout:
