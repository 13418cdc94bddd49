# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: none of the inputs is in the image
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %2
#status: 1
#error: image: 8 of 8 functions of the inputs are not found in it; it is stripped: give the link map (--from-map) or a file with its symbols (--symbols), link it again with .sframe kept, or go on without them (--partial)
#stdout:
