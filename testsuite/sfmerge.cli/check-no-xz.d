# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# A module that cannot be read may have .sframe: it is always named.
#
#name: check: modules of xz in a directory, without its library
#source: none
#require: no_lzma
#prepare: mkdir d; printf '\375\067zXZ\000 and more' >d/a.ko.xz; cp d/a.ko.xz d/b.xz
#files: d
#sfmerge: check -r d
#stdout:
d/a.ko.xz: skipped: compressed by xz, which this sfmerge was built without
0 files: 0 with .sframe, 0 without
skipped: 1 compressed file
