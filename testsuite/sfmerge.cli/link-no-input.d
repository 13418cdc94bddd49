# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: no INPUT
#source: none
#sfmerge: link -o out image
#status: 2
#error: link: no INPUT given
#stderr: Try 'sfmerge help link' for more information.
#stdout:
