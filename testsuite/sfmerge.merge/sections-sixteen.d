# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an image with sixteen sections of SFrame data
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../sfmerge.reject/raw-sections.s --defsym COUNT=15
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: %{objcopy} $(seq -f --rename-section=.raw.%g=.sframe_raw 0 14) image
#sfmerge: link -o out image %1
#stdout:
