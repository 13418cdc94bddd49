# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the FDEs begin after the section
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: bounds.s --defsym V=@V@ --defsym AUX=-1 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=4294967280 --defsym FREOFF=-1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: bounds.o(.sframe+0x8): 1 FDEs end at 0x10000001d, but the section ends at 0x30
v2|#error: bounds.o(.sframe+0x8): 1 FDEs end at 0x100000020, but the section ends at 0x33
v3|#error: bounds.o(.sframe+0x8): 1 FDEs end at 0x10000001c, but the section ends at 0x34
#stdout:
