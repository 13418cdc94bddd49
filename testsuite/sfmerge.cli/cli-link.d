# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What link refuses, among it what --symbols takes.
#
#source: none
#stdout:

#case: link-bad-consumer
#name: link: an unknown consumer
#sfmerge: link --for=gdb -o out image a.o
#usage: link: unknown consumer 'gdb'; --list-consumers prints the names

#case: link-bad-plt
#name: link: a way with linker-generated code that there is not
#sfmerge: link --plt=all -o out image a.o
#usage: link: --plt takes auto, none, keep or require, not 'all'

#case: link-bad-version
#name: link: a version that is not written
#sfmerge: link --to=v1 -o out image a.o
#usage: link: version 1 is only read; --to takes v2, v2-pcrel or v3

#case: link-both-outputs
#name: link: -o and -i
#sfmerge: link -i -o out image a.o
#usage: link: -o and -i cannot be used together

#case: link-json-value
#name: link: a value for an option that takes none
#sfmerge: link --json=yes -o out image a.o
#usage: link: option '--json' takes no argument

#case: link-letter
#name: link: a letter that does not exist
#sfmerge: link -o out -x a b
#usage: link: unrecognized option '-x'

#case: link-no-image
#name: link: no arguments
#sfmerge: link -o out
#usage: link: no IMAGE given

#case: link-no-input
#name: link: no INPUT
#sfmerge: link -o out image
#usage: link: no INPUT given

#case: link-no-output
#name: link: neither -o nor -i
#sfmerge: link image a.o
#usage: link: no output: give -o FILE or -i

#case: link-option
#name: link: an option that does not exist
#sfmerge: link --frobnicate -o out a b
#usage: link: unrecognized option '--frobnicate'

#case: link-output-missing
#name: link: -o without a name
#sfmerge: link image a.o -o
#usage: link: option '-o' needs an argument

#case: link-symbols-output
#name: link: -o onto the symbol file
#prepare: echo symbols > debug; ln -s debug name
#sfmerge: link --symbols=debug -o name image a.o
#files: debug name
#usage: link: the output 'name' is also the symbol file

#case: link-symbols-value
#name: link: --symbols without a file
#sfmerge: link image a.o -o out --symbols
#usage: link: option '--symbols' needs an argument
