# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a fixed offset of FP, which no ABI has
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=-16
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image %O
#status: 2
#stderr: #...
#stderr: #re sfmerge: fixed-ra-2\.o\(\.sframe\+0x5\): sfh_cfa_fixed_fp_offset is -16, but AMD64 has 0
#stdout:
