# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What check refuses, and how it names what it cannot read.
#
#source: none
#stdout:

#case: check-against-directory
#name: check: the inputs of a directory
#sfmerge: check -r --against=a.o .
#usage: check: --against needs exactly one FILE

#case: check-against-object
#name: check: the inputs of an object
#prepare: printf '' | %{as} -o o.o
#sfmerge: check --against=o.o o.o
#status: 2
#files: o.o
#error: o.o: --against needs a linked image, and this is not one

#case: check-against-two
#name: check: the inputs of two files
#sfmerge: check --against=a.o a b
#usage: check: --against needs exactly one FILE

#case: check-bad-coverage
#name: check: a percentage that is too large
#sfmerge: check --min-coverage=100.001 a
#usage: check: '100.001' is not a percentage from 0 to 100

#case: check-bad-jobs
#name: check: a number of jobs that is none
#sfmerge: check -j many a
#usage: check: 'many' is not a number of jobs from 0 to 256

#case: check-bad-severity
#name: check: a severity that there is not
#sfmerge: check --fail-on=fatal a
#usage: check: --fail-on takes note, warning or error, not 'fatal'

#case: check-brief-json
#name: check: --brief with --json
#sfmerge: check --brief --json x
#usage: check: --brief and --json cannot be used together
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","failures":\[\{"file": null, "place": null, "text": "check: --brief and --json cannot be used together"\}\],"exit_status":2\}

#case: check-coverage-object
#name: check: the coverage of an object
#files: a.o
#prepare: printf '' | %{as} -o a.o
#sfmerge: check --min-coverage=1 a.o
#status: 2
#error: a.o: --min-coverage needs a linked image, and this is not one

#case: check-directory
#name: check: a directory
#sfmerge: check .
#status: 2
#error: .: is a directory (-r takes the files in it)

#case: check-exclude-nothing
#name: check: a pattern for nothing
#sfmerge: check -r --exclude=/ y
#usage: check: --exclude='/' matches nothing

#case: check-foreign-alone
# Without -r they are what was asked for, and cannot be read.
#name: check: an ELF file of 32 bits
#prepare: printf '' | %{as} --32 -o i386.o
#sfmerge: check i386.o
#status: 2
#files: i386.o
#error: i386.o: not an ELF64 file; only ELF64 is supported

#case: check-foreign-json
# As JSON they are named, so that nothing is left out.
#name: check: ELF files that cannot have SFrame, as JSON
#prepare: mkdir d; printf '' | %{as} --32 -o d/i386.o
#sfmerge: check -r --json d
#files: d
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","files":\[
{"file":"d/i386.o","kind":null,"skipped":"a 32-bit ELF file"}
],"summary":{"files":0,"with":0,"valid":0,"not_valid":0,"not_known":0,"without":0,"unreadable":0,"failed":0,"below_half":0,"below_min":0,"foreign":1,"compressed":0,"other_kinds":0,"further_names":0,"unreadable_directories":0,"described":0,"functions":0,"functions_covered":0,"bytes":0,"covered":0},"failures":[],"exit_status":0}

#case: check-html-nowhere
#name: check: --html into a directory that cannot be made
#sfmerge: check --html=no/d missing
#status: 1
#error: no/d: cannot make the directory: No such file or directory

#case: check-html-other
# Nothing that is not a page of a report is touched, nor is anything done.
#name: check: --html into a directory with other files
#prepare: mkdir d; echo '<!DOCTYPE html>' >d/index.html
#files: d
#sfmerge: check --html=d missing
#status: 1
#error: d: has other files than those of a report: index.html

#case: check-json-unread
#name: check: files that cannot be read, as JSON
#prepare: seq 9 > text
#sfmerge: check --json missing text
#status: 2
#files: text
#error: missing: cannot open: No such file or directory
#error: text: is neither an ELF file nor an archive
#re \{"schema":1,"sfmerge":"\d+\.\d+\.\d+","files":\[
{"file":"missing","kind":null,"failures":[{"file": "missing", "place": null, "text": "cannot open: No such file or directory"}]},
{"file":"text","kind":null,"failures":[{"file": "text", "place": null, "text": "is neither an ELF file nor an archive"}]}
],"failures":[],"exit_status":2}

#case: check-many-jobs
#name: check: too many jobs
#sfmerge: check -j257 a
#usage: check: '257' is not a number of jobs from 0 to 256

#case: check-map-alone
#name: check: a map without inputs
#sfmerge: check --from-map=a.map a
#usage: check: --from-map needs --against

#case: check-no-file
#name: check: no file
#sfmerge: check 
#usage: check: no FILE given

#case: check-no-xz
# A module that cannot be read may have .sframe: it is always named.
#name: check: modules of xz in a directory, without its library
#require: no_lzma
#prepare: mkdir d; printf '\375\067zXZ\000 and more' >d/a.ko.xz; cp d/a.ko.xz d/b.xz
#files: d
#sfmerge: check -r d
d/a.ko.xz: skipped: compressed by xz, which this sfmerge was built without
0 files: 0 with .sframe
skipped: 1 compressed file

#case: check-no-zstd
# A module that cannot be read may have .sframe: it is always named.
#name: check: modules of zstd in a directory, without its library
#require: no_zstd
#prepare: mkdir d; printf '\050\265\057\375 and more' >d/a.ko.zst; cp d/a.ko.zst d/b.zst
#files: d
#sfmerge: check -r d
d/a.ko.zst: skipped: compressed by zstd, which this sfmerge was built without
0 files: 0 with .sframe
skipped: 1 compressed file

#case: check-quiet
# Only what stops the work is said: no finding, no warning, no summary.
#name: check: -q
#prepare: mkdir d; printf '' | %{as} -o d/b.o; printf '' | %{as} --32 -o i386.o; ar rc d/a.a d/b.o i386.o
#sfmerge: check -q -r --require --for=kernel d d/missing
#status: 2
#files: d i386.o
#error: d/missing: cannot open: No such file or directory

#case: check-recurse-brief
# Files in folders that have no .sframe are counted; one that is named is told
# of.  The headers of an image show it, whatever the bytes of its code are.
#name: check: files without .sframe in a directory
#files: d named.o s.o
#prepare: mkdir d; printf '' | %{as} -o d/b.o; ar rc d/a.a d/b.o; printf '.globl _start\n_start: ret\n' | %{as} -o s.o; %{ld} -o d/image s.o; cp d/b.o named.o
#sfmerge: check -r -j2 d named.o
named.o: no .sframe section
4 files: 0 with .sframe, 4 without (-v names them)

#case: check-recurse-foreign
# ELF files that cannot have SFrame, of 32 bits, of another machine or core
# files, are no failure, also where they are given by a wildcard; nor are
# members of archives, which are not even told of.
#name: check: ELF files that cannot have SFrame
#prepare: mkdir d; printf '' | %{as} --32 -o d/i386.o; ar rc d/i386.a d/i386.o; (printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\363\0'; seq 99) > d/riscv; (printf '\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\4\0\76\0'; seq 99) > d/core; (printf '\375\67zXZ\0'; seq 99) > d/other.xz; cp d/core core
#sfmerge: check -r --require d core
#status: 1
#files: d core
d/i386.a: no member has a .sframe section
1 file: 0 with .sframe, 1 without; 1 fails by the options
skipped: 4 ELF files that cannot have SFrame (-v names them)

#case: check-recurse-note
# That there is no .sframe is a note, and may be what is asked for.
#name: check: a note on a file in a directory
#prepare: mkdir d; printf '.globl _start\n_start: ret\n' | %{as} -o s.o; %{ld} -o d/image s.o
#sfmerge: check -r --fail-on=note d
#status: 1
#files: d s.o
d/image: no .sframe section
1 file: 0 with .sframe, 1 without; 1 fails by the options

#case: check-recurse
# What is named is read whatever it is; what is found in folders only if it
# is of a kind that is read, in the order of the names; once, if it has several;
# and not if it is an ELF file of 32 bits.  What has no .sframe is named with -v.
#name: check: a directory and what is below it
#prepare: mkdir -p d/b d/c; printf '' | %{as} -o d/b/o.o; ar rc d/a.a d/b/o.o; seq 9 > d/c/text; seq 9 > text; ln -s ../b/o.o d/c/link; ln -s b d/e; ln d/b/o.o d/f.o; (printf '\177ELF\1\1'; seq 99) > d/g.o; ln d/g.o d/h.o
#sfmerge: check -r -v -j2 d text
#status: 2
#files: d text
#error: text: is neither an ELF file nor an archive
d/a.a: no member has a .sframe section
d/b/o.o: no .sframe section
d/g.o: skipped: a 32-bit ELF file
3 files: 0 with .sframe, 2 without, 1 not read
skipped: 1 ELF file that cannot have SFrame

#case: check-require
#name: check: what is required
#prepare: printf '' | %{as} -o o.o
#sfmerge: check --require o.o
#status: 1
#files: o.o
o.o: no .sframe section

#case: check-symbols-two
#name: check: the symbols of two files
#sfmerge: check --symbols=a.debug a b
#usage: check: --symbols needs exactly one FILE, or takes a directory
