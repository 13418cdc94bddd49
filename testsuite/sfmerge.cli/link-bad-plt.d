# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a way with linker-generated code that there is not
#source: none
#sfmerge: link --plt=all -o out image a.o
#status: 2
#error: link: --plt takes auto, none, keep or require, not 'all'
#stderr: Try 'sfmerge help link' for more information.
#stdout:
