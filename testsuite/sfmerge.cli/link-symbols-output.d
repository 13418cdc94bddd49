# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: -o onto the symbol file
#source: none
#prepare: echo symbols > debug; ln -s debug name
#sfmerge: link --symbols=debug -o name image a.o
#status: 2
#files: debug name
#error: link: the output 'name' is also the symbol file
#stderr: Try 'sfmerge help link' for more information.
#stdout:
