# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image that ends in its .sframe section
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: truncate -s 8200 image
#sfmerge: link -o out image %O
#status: 2
#error: image(+0x28): 6 section headers at 0x20a8 do not fit into 0x2008 bytes
#stdout:
