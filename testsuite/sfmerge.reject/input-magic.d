# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the magic number is wrong
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: magic.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
#error: magic.o(.sframe+0x0): the magic number is 0xdee3, not 0xdee2
#stdout:
