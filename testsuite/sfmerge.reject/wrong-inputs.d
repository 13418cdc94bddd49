# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: none of the inputs is in the image
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %2
#status: 1
#note: image: note: 8 of 8 functions of the inputs may be in code that nothing describes, which is short or has other names; a link map (--from-map) tells
#error: image: it has none of the 8 functions of the inputs; are they those of its link?
#stdout:
