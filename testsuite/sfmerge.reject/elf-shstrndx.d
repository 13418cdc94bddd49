# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: section names in a section that does not exist
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\100' | dd of=image bs=1 seek=62 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x3e): section 64 is to hold the names of 6 sections
#stdout:
