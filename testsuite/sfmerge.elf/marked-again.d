# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: symbols around .sframe: a second repair changes nothing
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/marked.ld
#prepare: %{sfmerge} repair --share-rows=never -q -o once image
#sfmerge: repair --share-rows=never -q -o out once
#prepare: cp once twice
#prepare: %{sfmerge} repair --share-rows=never -q -i twice && cmp once twice
#files: once twice
#like: marked-end.d
