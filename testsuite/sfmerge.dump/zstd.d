# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a damaged file of zstd
#source: none
#require: zstd
#prepare: printf '\050\265\057\375\044\001' >a.ko.zst
#files: a.ko.zst
#sfmerge: dump a.ko.zst
#status: 2
#error: a.ko.zst: cannot decompress it at byte 0x6: it ends too early
#stdout:
