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
  %D%/build-id.c \
  %D%/build-id.h \
  %D%/code-ranges.c \
  %D%/code-ranges.h \
  %D%/code-segments.c \
  %D%/code-segments.h \
  %D%/debug-file.c \
  %D%/debug-file.h \
  %D%/elf-dynamic.c \
  %D%/elf-dynamic.h \
  %D%/elf-heads.c \
  %D%/elf-headers.c \
  %D%/elf-image.c \
  %D%/elf-image.h \
  %D%/elf-layout.h \
  %D%/elf-limits.h \
  %D%/elf-open.c \
  %D%/elf-relocs.c \
  %D%/elf-relocs.h \
  %D%/image-symbol.c \
  %D%/image-symbol.h \
  %D%/reloc-types.c \
  %D%/reloc-types.h \
  %D%/section-name.h \
  %D%/sframe-section.h \
  %D%/symbol-name.h \
  %D%/verify-section.c \
  %D%/verify-section.h
