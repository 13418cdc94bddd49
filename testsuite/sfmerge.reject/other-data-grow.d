# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: so it does where it could make a new segment
#source: ../sfmerge.merge/fixed-ra.s --defsym RA=-8 --defsym FP=0
#source: other-data.s
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --grow=move-phdrs --for=kernel -o out image %1
#status: 1
#stderr: #...
#stderr: #re sfmerge: image\(\.sframe\+0x[0-9a-f]+\): the bytes up to 0x[0-9a-f]+ are neither zeros nor SFrame data with a header: they may be something else's
#stdout:
