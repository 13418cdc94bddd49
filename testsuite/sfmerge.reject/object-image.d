# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an object as IMAGE
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: link -o out %1 %1
#status: 2
#error: amd64.o: a relocatable object, not a linked image
#stdout:
