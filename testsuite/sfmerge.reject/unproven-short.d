# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a name alone proves no place: 15 bytes of code
#source: unproven.s --defsym SIZE=15 --defsym N=0x01020304
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %1
#status: 1
#stderr: sfmerge: image: 1 of 1 functions of the inputs are not found in it, and it has code that nothing describes; --partial goes on without them
#stderr: sfmerge: image: note: of 1 of these it has the name and the code, but no call frame information, and the code is too short, or a part of a function, to prove that it is theirs; a link map (--from-map) does
#stdout:
