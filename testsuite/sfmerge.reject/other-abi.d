# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: an input whose section has another ABI than its file
#source: ../inc/amd64.s --defsym V=3 --defsym F=4
#source: abi.s --defsym V=3 --defsym A=2
#ld: ld -e 0 --traditional-format -T %I/image.ld %1
#sfmerge: link -o out image %O
#status: 2
#error: abi.o(.sframe+0x4): sfh_abi_arch is 2 (AARCH64), but the image image is 3 (AMD64)
#stdout:
