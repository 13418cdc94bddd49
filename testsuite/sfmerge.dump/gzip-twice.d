# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a file that was packed twice
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: gzip -n -c %O | gzip -n >twice.gz
#files: twice.gz
#sfmerge: dump twice.gz
#status: 2
#error: twice.gz: is compressed twice
#stdout:
