# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link with an input: there is no ABI 5
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: abi.s --defsym V=3 --defsym A=5
#source: bare.s --defsym SIZE=8
#ld: ld -e 0 --traditional-format -T %I/image.ld %1 %3
#sfmerge: link -o out image %1 %2
#status: 1
#error: abi.o(.sframe+0x4): sfh_abi_arch is 5, which version 3 does not define: it may be of a later version than this program knows; its rows for 1 function of the image are not merged; --partial goes on without them
#stdout:
