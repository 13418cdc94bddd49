# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1
#name: link with an input: a flag that version 1 does not define
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: flags.s --defsym V=1 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: flags.o(.sframe+0x3): sfp_flags is 0x4, version 1 knows 0x3
#stdout:
