# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an input for another machine
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: ../inc/s390x.s as=s390x --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: s390x.o: the machine is s390x (EM_S390), big-endian, but that of the image image is x86-64 (EM_X86_64), little-endian
#stdout:
