# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: --reserve onto an INPUT
#source: none
#prepare: echo object > a.o; ln -s a.o name
#sfmerge: link --wait --reserve=name -i image a.o
#status: 2
#files: a.o name
#error: link: the reserve object 'name' is also another file of the command line
#stderr: Try 'sfmerge help link' for more information.
#stdout:
