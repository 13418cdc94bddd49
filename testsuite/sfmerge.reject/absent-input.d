# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an INPUT that does not exist
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld
#sfmerge: link -o out image absent.o
#status: 2
#error: absent.o: cannot open: No such file or directory
#stdout:
