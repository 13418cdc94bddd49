# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a file that xz packed, without its library
#source: none
#require: no_lzma
#prepare: printf '\375\067zXZ\000 and more' >a.ko.xz
#files: a.ko.xz
#sfmerge: dump a.ko.xz
#status: 2
#error: a.ko.xz: compressed by xz, which this sfmerge was built without: decompress it with unxz
#stdout:
