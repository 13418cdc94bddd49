# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a fixed offset of RA where the ABI has none
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#as: aarch64 aarch64_be s390x
#sfmerge: convert --to=v3 -o out %O
#status: 2
#stderr: #re sfmerge: fixed-ra\.o\(\.sframe\+0x6\): sfh_cfa_fixed_ra_offset is -8, but (AARCH64|AARCH64 big-endian|S390X) has 0
#stdout:
