# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# In builds with sanitizers, that nothing is read of a table that is not there.
#name: check --against with an image that describes nothing
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: objcopy -R .sframe image bare
#sfmerge: check --against=%1 bare
#status: 1
#files: bare
#stdout:
bare: not valid (1 error, 1 warning), 0 pieces: 0 functions described, 0 % of the code; the rest is 16 bytes of padding
#pass
