# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an input of the other byte order
#source: ../inc/aarch64.s --defsym V=3 --defsym F=4
#source: ../inc/aarch64.s as=aarch64_be --defsym V=3 --defsym F=4
#as: aarch64
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: aarch64-2.o: the machine is AArch64 (EM_AARCH64), big-endian, but that of the image image is AArch64 (EM_AARCH64), little-endian
#stdout:
