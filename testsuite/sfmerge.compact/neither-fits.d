# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: nor does the compact section fit
#source: distinct.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --grow=none -v -o out image %O
#status: 1
#stderr: sfmerge: image: its section: 220 bytes needed, room for 208
#error: image: the merged section needs 220 bytes, but there is room for 208; link it with the object that 'sfmerge reserve' makes, or allow more than --grow=none
#stdout:
