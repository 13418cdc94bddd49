# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# A line for each file, also for an archive, whose members are added up.  What
# cannot be read is one, too.
#
#name: check: --brief
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#require: ld_x86_64
#ld: ld -e 0 --traditional-format -T %I/image.ld
#prepare: printf '' | %{as} -o bare.o; ar rc lib.a %O bare.o; cp %O two.o; ar rc lib.a two.o
#sfmerge: check --brief image lib.a bare.o missing
#status: 2
#files: bare.o lib.a two.o
#error: missing: cannot open: No such file or directory
#stdout:
verdict    version  functions  coverage  file
warnings   3                2   100.0 %  image
warnings   3                4         -  lib.a
none       -                -         -  bare.o
unread     -                -         -  missing
