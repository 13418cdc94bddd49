# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two objects, version 2, amd64
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
#like: two-v3-amd64.d
