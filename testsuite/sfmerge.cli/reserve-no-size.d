# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: reserve: neither --size nor INPUT
#source: none
#sfmerge: reserve -o out
#status: 2
#error: reserve: no INPUT and no --size given
#stderr: Try 'sfmerge help reserve' for more information.
#stdout:
