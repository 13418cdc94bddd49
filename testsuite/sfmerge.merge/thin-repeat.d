# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The second name is another one of the first file.
#
#name: a thin archive that names a member twice
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format --defsym SF_ROOM=64 -T %I/image.ld
#prepare: ln amd64.o twin.o; %{ar} qcsT lib.a amd64.o twin.o
#sfmerge: link -o out image lib.a
#files: lib.a twin.o
#note: lib.a: note: 1 of its members were read before
#like: one-v3.d
