# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# A module that cannot be read may have .sframe: it is always named.
#
#name: check: modules of zstd in a directory, without its library
#source: none
#require: no_zstd
#prepare: mkdir d; printf '\050\265\057\375 and more' >d/a.ko.zst; cp d/a.ko.zst d/b.zst
#files: d
#sfmerge: check -r d
#stdout:
d/a.ko.zst: skipped: compressed by zstd, which this sfmerge was built without
0 files: 0 with .sframe, 0 without
skipped: 1 compressed file
