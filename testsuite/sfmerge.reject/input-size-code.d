# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: words of size code 3
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: size-code.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: size-code.o(.sframe+0x42): the FRE info is 0x63, whose size code 3 is invalid
v2|#error: size-code.o(.sframe+0x48): the FRE info is 0x63, whose size code 3 is invalid
v3|#error: size-code.o(.sframe+0x45): the FRE info is 0x63, whose size code 3 is invalid
#stdout:
