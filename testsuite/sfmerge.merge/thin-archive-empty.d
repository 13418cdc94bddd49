# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Linkers skip a member that is no object.
#name: an archive with an empty member, thin
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: : >empty && %{ar} rcs --thin lib.a %1 empty %2
#sfmerge: link --share-rows=never -o out image lib.a
#files: lib.a empty
#like: archive-empty.d
