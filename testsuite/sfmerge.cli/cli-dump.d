# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# What dump refuses.
#
#source: none
#stdout:

#case: dump-directory
#name: dump: a directory
#sfmerge: dump .
#status: 2
#error: .: is a directory

#case: dump-empty
#name: dump: an empty file
#sfmerge: dump nothing
#status: 2
#prepare: : > nothing
#files: nothing
#error: nothing: is empty

#case: dump-missing-dash
#name: dump: -- ends the options
#sfmerge: dump -- -v
#status: 2
#error: -v: cannot open: No such file or directory

#case: dump-missing
#name: dump: a file that does not exist
#sfmerge: dump absent
#status: 2
#error: absent: cannot open: No such file or directory

#case: dump-no-file
#name: dump: no FILE
#sfmerge: dump
#usage: dump: no FILE given

#case: dump-stub
#name: dump: an ELF file that ends in its header
#sfmerge: dump short
#status: 2
#prepare: printf '\177ELF\002\001\001' > short
#files: short
#error: short(+0x0): truncated: the ELF header needs 64 bytes, the file has 7

#case: dump-text
#name: dump: a text file
#sfmerge: dump text
#status: 2
#prepare: seq 100 > text
#files: text
#error: text: is neither an ELF file nor an archive
