# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a packed archive
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#prepare: %{ar} rcs lib.a %O; gzip -n lib.a
#files: lib.a.gz
#sfmerge: dump lib.a.gz
#status: 2
#error: lib.a.gz: a compressed archive: decompress it with gunzip
#stdout:
