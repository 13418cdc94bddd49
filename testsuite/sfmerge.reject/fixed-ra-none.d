# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: no fixed offset of RA where the ABI has one
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=0 --defsym FP=0
#sfmerge: repair -o out %O
#status: 2
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is 0, but AMD64 has -8
#stdout:
