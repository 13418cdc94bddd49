# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a damaged file of xz
#source: none
#prepare: printf '\375\067zXZ\000 and more' >a.ko.xz
#files: a.ko.xz
#require: lzma
#sfmerge: dump a.ko.xz
#status: 2
#error: a.ko.xz: cannot decompress it at byte 0xc: the data is damaged
#stdout:
