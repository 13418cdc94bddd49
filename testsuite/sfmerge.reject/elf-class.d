# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a 32-bit image
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\001' | dd of=image bs=1 seek=4 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image: not an ELF64 file; only ELF64 is supported
#stdout:
