# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a packed file that ends too early
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: gzip -n -c %O | head -c 100 >m.ko.gz
#files: m.ko.gz
#sfmerge: dump m.ko.gz
#status: 2
#error: m.ko.gz: cannot decompress it at byte 0x64: it ends too early
#stdout:
