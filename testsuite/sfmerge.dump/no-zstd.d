# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a file that zstd packed, without its library
#source: none
#require: no_zstd
#prepare: printf '\050\265\057\375 and more' >a.ko.zst
#files: a.ko.zst
#sfmerge: dump a.ko.zst
#status: 2
#error: a.ko.zst: compressed by zstd, which this sfmerge was built without: decompress it with unzstd
#stdout:
