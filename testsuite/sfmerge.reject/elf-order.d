# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a byte order that does not exist
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\003' | dd of=image bs=1 seek=5 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x5): byte order 3 is neither 1 (little) nor 2 (big)
#stdout:
