# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#versions: v1 v2 v3
#name: link with an input: the auxiliary header is longer than the section
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: bounds.s --defsym V=@V@ --defsym AUX=255 --defsym FDES=-1 --defsym LEN=-1 --defsym FDEOFF=-1 --defsym FREOFF=-1
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %1 %2
#status: 2
v1|#error: bounds.o(.sframe+0x7): sfh_auxhdr_len is 255, but 20 bytes follow the header
v2|#error: bounds.o(.sframe+0x7): sfh_auxhdr_len is 255, but 23 bytes follow the header
v3|#error: bounds.o(.sframe+0x7): sfh_auxhdr_len is 255, but 24 bytes follow the header
#stdout:
