# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows are not shared for a linker
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --grow=none --for=ld-2.46 -o out image %O
#status: 1
#error: image: the merged section needs 220 bytes, but there is room for 208; link it with the object that 'sfmerge reserve' makes, or allow more than --grow=none
#stdout:
