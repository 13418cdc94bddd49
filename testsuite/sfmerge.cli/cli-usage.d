# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What the other commands refuse.
#
#source: none
#stdout:

#case: convert-bad-jobs
#name: convert: a number of jobs that is none
#sfmerge: convert -i --to=v3 -j -1 a
#usage: convert: '-1' is not a number of jobs from 0 to 256

#case: cover-noreturn-when
#name: --cover-noreturn takes three words
#sfmerge: repair --cover-noreturn=maybe -i image
#usage: repair: --cover-noreturn takes auto, never or always, not 'maybe'

#case: diff-bad-fail-on
#name: diff: bad fail on
#sfmerge: diff --fail-on=lost,zzz a b
#usage: diff: --fail-on takes lost, coverage, changed, any or none, not 'zzz'

#case: diff-one-file
#name: diff: one file
#sfmerge: diff a
#usage: diff: no NEW given

#case: diff-three-files
#name: diff: three files
#sfmerge: diff a b c
#usage: diff: more than OLD and NEW given

#case: help-extra
#name: help of two commands
#sfmerge: help link dump
#status: 2
#error: help: extra argument 'dump'
#stderr: Try 'sfmerge help' for more information.

#case: help-unknown
#name: help of a command that does not exist
#sfmerge: help melt
#usage: unknown command 'melt'

#case: no-command
#name: no command
#sfmerge:
#usage: no command given

#case: repair-bad-plt
#name: repair: a way with linker-generated code that there is not
#sfmerge: repair --plt= -o out image
#usage: repair: --plt takes auto, none, keep or require, not ''

#case: repair-directory-symbols
#name: repair: -r and --symbols
#sfmerge: repair -r -i --symbols=x .
#usage: repair: --symbols needs exactly one FILE, or takes a directory

#case: reserve-bad-size
#name: reserve: a size that is no number
#sfmerge: reserve -o out --size=many
#usage: reserve: 'many' is not a size

#case: reserve-huge
#name: reserve: a size above 64 bits
#sfmerge: reserve -o out --size=99999999999999999999
#usage: reserve: '99999999999999999999' is not a size

#case: reserve-negative
#name: reserve: a negative size
#sfmerge: reserve -o out --size=-8
#usage: reserve: '-8' is not a size

#case: reserve-no-output
#name: reserve: no -o
#sfmerge: reserve --size=10
#usage: reserve: no output: give -o OBJECT

#case: reserve-no-size
#name: reserve: neither --size nor INPUT
#sfmerge: reserve -o out
#usage: reserve: no INPUT and no --size given

#case: reserve-zero-size
#name: reserve: nothing
#sfmerge: reserve -o out --size=0
#usage: reserve: '0' is not a size

#case: response-missing
#name: a response file that does not exist
#sfmerge: dump @absent
#status: 2
#error: @absent: cannot open: No such file or directory

#case: run-bad-consumer
#name: run: an unknown consumer
#sfmerge: run --for=gdb -- true
#usage: run: unknown consumer 'gdb'; --list-consumers prints the names

#case: run-no-command
#name: run: no command
#sfmerge: run --fill
#usage: run: no COMMAND given

#case: run-option
#name: run: an option of link that a build cannot have
#sfmerge: run --from-map=a true
#usage: run: unrecognized option '--from-map'

#case: unknown-command
#name: a command that does not exist
#sfmerge: melt a b
#usage: unknown command 'melt'

#case: unknown-option
#name: an option that does not exist
#sfmerge: --frobnicate
#usage: unrecognized option '--frobnicate'
