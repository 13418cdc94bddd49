# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: rows that a linker cannot read are refused
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --share-rows --for=mold-2.42 -o out image %O
#status: 2
#error: link: mold-2.42 cannot read shared rows, but --share-rows asks for them
#stderr: Try 'sfmerge help link' for more information.
#stdout:
