# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Elf: decoding and checking of an ELF64 file: headers, sections, segments,
# symbols, code ranges, the dynamic section, build-id, debug file, relocation
# types; verification of a merged section.

noinst_LIBRARIES += %D%/libelf.a
%C%_libelf_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libelf_a_SOURCES = \
  %D%/debug-file.h \
  %D%/code-ranges.c \
  %D%/code-ranges.h \
  %D%/elf-image.h \
  %D%/debug-file.c \
  %D%/elf-heads.c \
  %D%/elf-headers.c \
  %D%/elf-image.c \
  %D%/elf-limits.h \
  %D%/elf-tables.c \
  %D%/elf-relocs.h \
  %D%/elf-symbols.h \
  %D%/sframe-section.h \
  %D%/verify-section.c
