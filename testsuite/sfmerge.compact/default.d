# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows are shared if nobody says otherwise
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link -v -o out image %O
#stderr: sfmerge: image: its section: 164 bytes needed, room for 208
#stderr: sfmerge: image: functions of the inputs: 8; described by the image already: 8, placed by the map: 0, by symbols: 0
#stderr: sfmerge: image: not in the image: discarded 0, not extracted 0, absent 0, superseded 0, dead 0, empty 0, unsure 0
#stderr: sfmerge: image: left out: changed 0, not found 0, contradicted 0, unjudged 0
#stderr: sfmerge: image: compact: 7 functions use the rows of others, 0 rows repeated the one before, 56 bytes saved
#stderr: sfmerge: image: merged: 8 functions, 8 rows, 164 bytes of 208 at 0x402000
#like: always.d
