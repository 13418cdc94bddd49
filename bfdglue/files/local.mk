# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Files: reading, packing and atomic replacement of whole files, their kinds,
# and archives.

noinst_LIBRARIES += %D%/libfiles.a
%C%_libfiles_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(ZLIB_CFLAGS) \
  $(LZMA_CFLAGS) $(ZSTD_CFLAGS)
%C%_libfiles_a_SOURCES = \
  %D%/archive.h \
  %D%/archive.c \
  %D%/file-bytes.c \
  %D%/file-bytes.h \
  %D%/file-kind.c \
  %D%/file-tree.c \
  %D%/file-tree.h \
  %D%/files-limits.h \
  %D%/output-file.h \
  %D%/output-attributes.c \
  %D%/output-cleanup.c \
  %D%/output-data.c \
  %D%/output-file.c \
  %D%/output-overwrite.c \
  %D%/output-set.c \
  %D%/output-target.c \
  %D%/packed-file.c \
  %D%/unpacking.c
