# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --partial goes on without the functions that are not found
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.reject/unproven.s --defsym SIZE=15 --defsym N=0x01020304
#prepare: %{objcopy} -R .sframe %2 two.o
#prepare: %{ld} -e 0 --traditional-format -T %I/image.ld -o image %1 two.o
#sfmerge: link --partial -o out image %O
#files: two.o
#warning: image: warning: 1 of 3 functions of the inputs are not found in it, and it has code that nothing describes
#note: image: note: of 1 of these it has the name and the code, but no call frame information, and the code is too short, or a part of a function, to prove that it is theirs; a link map (--from-map) does
#like: one-v3.d
