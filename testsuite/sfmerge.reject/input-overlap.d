# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the rows overlap the FDEs
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1|#source: bounds.s --defsym V=1 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=16
v2|#source: bounds.s --defsym V=2 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=19
v3|#source: bounds.s --defsym V=3 --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=15
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: bounds.o(.sframe+0x14): the FDEs [0x1c, 0x2d) and the FREs [0x2c, 0x2f) overlap
v2|#error: bounds.o(.sframe+0x14): the FDEs [0x1c, 0x30) and the FREs [0x2f, 0x32) overlap
v3|#error: bounds.o(.sframe+0x14): the FDEs [0x1c, 0x2c) and the FREs [0x2b, 0x33) overlap
#stdout:
