# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
#name: dump: an ELF file that ends in its header
#source: none
#sfmerge: dump short
#status: 2
#prepare: printf '\177ELF\002\001\001' > short
#files: short
#error: short(+0x0): the ELF header needs 64 bytes, the file has 7
#stdout:
