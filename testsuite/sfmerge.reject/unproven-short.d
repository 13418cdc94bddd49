# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a name alone proves no place: 7 bytes of code
#source: unproven.s --defsym SIZE=7 --defsym N=0x01020304
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} -R .sframe image
#sfmerge: link -o out image %1
#status: 1
#stderr: sfmerge: image: 1 of 1 functions of the inputs are not found in it; --partial goes on without them
#stderr: sfmerge: image: note: 1 of these have no call frame information in it, and their code is too short, or in several places, to prove where they are; .debug_frame of a debug file (--symbols) may
#stdout:
