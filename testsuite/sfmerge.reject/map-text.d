# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a map that is none
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: seq 100 > map
#sfmerge: link --from-map=map -o out image %1
#status: 2
#files: map
#error: map: is not a link map of GNU ld, gold, lld or mold
#stdout:
