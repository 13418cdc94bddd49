# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image for a machine without an ABI of the format
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '\363' | dd of=image bs=1 seek=18 conv=notrunc 2>/dev/null
#sfmerge: link -o out image %O
#status: 2
#error: image: SFrame has no ABI for RISC-V (EM_RISCV), little-endian
#stdout:
