# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What synth refuses.
#
#source: none
#stdout:

#case: synth-directory-nothing
#name: synth: -r, and nothing to do with what is found
#sfmerge: synth -r .
#usage: synth: no output: give -o FILE or -i

#case: synth-directory-output
#name: synth: -r and -o
#sfmerge: synth -r -o x .
#usage: synth: -r needs -i, -n or --detached=DIR, not -o

#case: synth-directory
#name: synth: a directory without -r
#sfmerge: synth -i .
#status: 2
#error: .: is a directory (-r takes the files in it)

#case: synth-exclude-alone
#name: synth: --exclude without -r
#sfmerge: synth -i --exclude=x y
#usage: synth: --exclude needs -r

#case: synth-images-alone
#name: synth: --images without -r
#sfmerge: synth -i --images x
#usage: synth: --images needs -r

#case: synth-no-file
#name: synth: no FILE
#sfmerge: synth -i
#usage: synth: no FILE given

#case: synth-no-output
#name: synth: neither -o nor -i
#sfmerge: synth a.o
#usage: synth: no output: give -o FILE or -i

#case: synth-split-consumer
#name: synth: --split for a linker that merges
#sfmerge: synth --split --for=ld-2.46 -i a.o
#usage: synth: --split is not for ld-2.46, which wants one .sframe in an object; it is for lld, gold and mold

#case: synth-split-v2
#name: synth: --split in a version that cannot be told apart
#sfmerge: synth --split --to=v2 -i a.o
#usage: synth: --split writes v2-pcrel or v3, not v2

#case: synth-two-files
#name: synth: -o with two files
#sfmerge: synth -o x a.o b.o
#usage: synth: -o takes one FILE, not 2
