# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an IMAGE that does not exist
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#sfmerge: link -o out absent %1
#status: 2
#error: absent: cannot open: No such file or directory
#stdout:
