# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a letter that does not exist
#source: none
#sfmerge: link -o out -x a b
#status: 2
#error: link: unrecognized option '-x'
#stderr: Try 'sfmerge help link' for more information.
#stdout:
