# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: FRE type 3
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: fre-type.s --defsym V=@V@
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: fre-type.o(.sframe+0x3d): the FRE type is 3, known are 0, 1 and 2
v2|#error: fre-type.o(.sframe+0x40): the FRE type is 3, known are 0, 1 and 2
v3|#error: fre-type.o(.sframe+0x56): the FRE type is 3, known are 0, 1 and 2
#stdout:
