# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Two objects, or what says the same in another form: the output is the same.
#
#ld: ld -e 0 --traditional-format -T %I/image.ld
#like: two-v3-amd64.d

#case: again
#name: the same inputs again: nothing changes
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#prepare: %{sfmerge} link --share-rows=never -o first image %O
#prepare: mv image unmerged
#prepare: mv first image
#prepare: cp image kept
#sfmerge: link --share-rows=never -o out image %O
#files: unmerged kept

#case: archive
#name: inputs in an archive
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#prepare: %{ar} rcs lib.a %O
#sfmerge: link --share-rows=never -o out image lib.a
#files: lib.a

#case: image-only
#name: functions of the image that no input describes stay
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: link --share-rows=never -o out image %2

#case: relocatable
#name: an input that ld -r 2.40 made: relocations are paired by their order
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#require: ld_merges_v1
#prepare: %{ld} -r -o r.o %O
#sfmerge: link --share-rows=never -o out image r.o
#files: r.o

#case: response
#name: inputs in a response file
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#prepare: echo %O > inputs
#sfmerge: link --share-rows=never -o out image @inputs
#files: inputs

#case: swapped
#name: the order of the inputs does not matter
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#sfmerge: link --share-rows=never -o out image %2 %1

#case: thin-archive
#name: inputs in a thin archive
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=2 --defsym F=0
#prepare: %{ar} rcsT lib.a %O
#sfmerge: link --share-rows=never -o out image lib.a
#files: lib.a

#case: two-v1-amd64
#name: two objects, version 1
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#source: ../inc/amd64.s --defsym V=1 --defsym F=0
#sfmerge: link --share-rows=never -o out image %O
