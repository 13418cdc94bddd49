# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image whose typed section has other bytes too
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/other-name.s --defsym V=3 --defsym MIXED=1
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=256 -T %I/image.ld
#sfmerge: link -o out image %1
#stdout:
#status: 1
#stderr: sfmerge: image(.foo+0x0): warning: the magic number is 0x2061, not 0xdee2; what is damaged here is not used
#stderr: sfmerge: image(.foo+0x0): the bytes up to 0x8 are neither zeros nor SFrame data with a header: they may be something else's
