# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section of zero bytes only
#source: nothing.s --defsym N=100
#as: x86_64 aarch64_be
nothing.o: section .sframe, 100 bytes
  no header
