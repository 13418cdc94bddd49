# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two objects, version 2, s390x
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#source: ../inc/s390x.s --defsym V=2 --defsym F=0
#as: s390x
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=40 -T %I/image.ld
#sfmerge: link -o out image %O
#like: two-v3-s390x.d
