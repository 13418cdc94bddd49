# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object with SFrame known by its type alone
#source: ../inc/other-name.s --defsym V=3
#sfmerge: reserve -v -o out %O
#error: out: functions: 2, objects: 1, bytes reserved: 592
#stdout:
