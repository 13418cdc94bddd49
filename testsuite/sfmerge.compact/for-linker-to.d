# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --to takes --for back
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --for=ld-2.46 --to=v3 -o out image %O
#like: always.d
