# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# As archives that need each other stand on a linker's command line.
#
#name: an archive that is given twice
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=64 -T %I/image.ld
#prepare: %{ar} rcs lib.a %O
#sfmerge: link -o out image lib.a ./lib.a
#files: lib.a
#like: one-v3.d
