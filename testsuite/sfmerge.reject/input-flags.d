# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: a flag that version @V@ does not define
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
v1|#source: flags.s --defsym V=1 --defsym F=4
v2|#source: flags.s --defsym V=2 --defsym F=8
v3|#source: flags.s --defsym V=3 --defsym F=2
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
v1|#error: flags.o(.sframe+0x3): the flags are 0x4, version 1 knows 0x3: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
v2|#error: flags.o(.sframe+0x3): the flags are 0x8, version 2 knows 0x7: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
v3|#error: flags.o(.sframe+0x3): the flags are 0x2, version 3 knows 0x5: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:
