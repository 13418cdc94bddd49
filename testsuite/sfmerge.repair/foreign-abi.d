# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a piece of another ABI than the object's
#source: foreign-abi.s
#sfmerge: repair -o out %O
#status: 2
#error: foreign-abi.o(.sframe+0x4): sfh_abi_arch is 2 (AARCH64), the object's is 3 (AMD64)
#stdout:
