# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: pieces with different fixed offsets of RA
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-16 --defsym FP=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#status: 2
#stderr: #...
#stderr: #re sfmerge: fixed-ra-2\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is -16, but -8 .*
#stdout:
