# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: a mangled RA on AMD64
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: mangled.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: mangled.o(.sframe+0x30): the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
v2|#error: mangled.o(.sframe+0x33): the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
v3|#error: mangled.o(.sframe+0x34): the FRE info is 0x83: the mangled-RA bit, which only AArch64 has
#stdout:
