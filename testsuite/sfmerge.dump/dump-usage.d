# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What dump refuses of its options.
#
#source: none
#stdout:

#case: bad-at
#name: no address
#sfmerge: dump --at=0x12345678901234567 x
#usage: dump: '0x12345678901234567' is neither an address nor a name

#case: bad-together
#name: --at and --headers
#sfmerge: dump --at=1 --headers x
#usage: dump: --at and --headers cannot be used together
