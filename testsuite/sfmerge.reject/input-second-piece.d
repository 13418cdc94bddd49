# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: a piece that cannot be read between two that can
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: second-piece.s
#source: bare.s --defsym SIZE=24
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: second-piece.o(.sframe+0x3a): sfp_version is 9, known are 1, 2 and 3: it may be of a later version than this program knows; its rows for 3 functions of the image are not merged; --partial goes on without them
#stdout:
