# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: relocations that belong to no function
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: stray-reloc.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: stray-reloc.o(.sframe+0x20): a relocation is at no FDE's start field, and 3 relocations cannot be those of 2 FDEs in order
#stdout:
