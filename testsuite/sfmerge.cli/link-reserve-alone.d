# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: --reserve without --wait
#source: none
#sfmerge: link --reserve=r.o -i image a.o
#status: 2
#error: link: --reserve needs --wait
#stderr: Try 'sfmerge help link' for more information.
#stdout:
