# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a version that is not written
#source: none
#sfmerge: link --to=v1 -o out image a.o
#status: 2
#error: link: version 1 is only read; --to takes v2, v2-pcrel or v3
#stderr: Try 'sfmerge help link' for more information.
#stdout:
