# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: a section of size 0
#source: nothing.s --defsym N=0
#as: x86_64 aarch64_be
nothing.o: section .sframe, 0 bytes
  no header
