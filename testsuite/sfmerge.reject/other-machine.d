# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an input for another machine
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/s390x.s as=s390x --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: s390x.o: the machine is 22 (big-endian), but the image image is 62 (little-endian)
#stdout:
