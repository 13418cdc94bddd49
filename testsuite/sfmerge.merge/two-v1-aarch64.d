# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: two objects, version 1
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#source: ../inc/aarch64.s --defsym V=1 --defsym F=0
#as: aarch64 aarch64_be
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link --share-rows=never -o out image %O
#like: two-v3-aarch64.d
