# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: another fixed offset of RA than the ABI's
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-16 --defsym FP=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#status: 2
#stderr: #...
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is -16, but AMD64 has -8
#stdout:
