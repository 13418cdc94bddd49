# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: link: a debug file and an image without build-ids
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#ld: ld -e 0 --traditional-format --defsym f=0x401000 -T %I/image.ld
#prepare: %{objcopy} --only-keep-debug image debug
#sfmerge: link --symbols=debug -o out image %O
#files: debug
#require: objcopy
#note: debug: note: neither it nor the image image has a build-id; only the addresses of sections could be compared
#stdout:
