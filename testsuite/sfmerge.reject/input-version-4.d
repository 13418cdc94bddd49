# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: there is no version 4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: version.s --defsym V=4
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: version.o(.sframe+0x2): sfp_version is 4, known are 1, 2 and 3: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:
