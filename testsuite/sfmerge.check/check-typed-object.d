# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object with SFrame known by its type alone
#source: ../inc/other-name.s --defsym V=3
#sfmerge: check %O
#stdout:
other-name.o: valid, version 3: 2 functions described
