# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --share-rows takes three words
#source: ../sfmerge.merge/many.s
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=16 -T %I/image.ld
#sfmerge: link --share-rows=maybe -o out image %O
#status: 2
#error: link: --share-rows takes auto, never or always, not 'maybe'
#stderr: Try 'sfmerge help link' for more information.
#stdout:
