# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: a flag that version 2 does not define
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: flags.s --defsym V=2 --defsym F=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: flags.o(.sframe+0x3): sfp_flags is 0x8, version 2 knows 0x7
#stdout:
