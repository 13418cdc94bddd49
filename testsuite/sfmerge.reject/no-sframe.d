# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: --require: neither image nor input has a section
#source: plain.s
#ld: ld -e 0 --traditional-format -Ttext=0x401000
#sfmerge: link --require -o out image %1
#status: 1
#error: image: neither it nor an input has SFrame functions (is -Wa,--gsframe missing?)
#stdout:
