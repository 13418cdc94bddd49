# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: -q suppresses notes
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: gold -e 0 -Ttext=0x401000 --section-start=.sframe=0x402000
#sfmerge: link --share-rows=never -q -o out image %O
#like: gold.d
