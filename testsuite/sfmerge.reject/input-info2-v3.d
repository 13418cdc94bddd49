# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: FDE type 2
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: info-bits.s --defsym V=3 --defsym INFO=-1 --defsym INFO2=2
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: info-bits.o(.sframe+0x57): the second function info is 0x02, known are FDE types 0 and 1
#stdout:
