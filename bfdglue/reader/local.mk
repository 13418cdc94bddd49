# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Reader: inputs, read with libbfd by processes of their own, which demangle
# names, too.

noinst_LIBRARIES += %D%/libreader.a
%C%_libreader_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libreader_a_SOURCES = \
  %D%/channel.c \
  %D%/channel.h \
  %D%/child-process.c \
  %D%/child-process.h \
  %D%/demangler.c \
  %D%/demangler.h \
  %D%/flat-object.h \
  %D%/flatten.c \
  %D%/reader-files.c \
  %D%/reader-files.h \
  %D%/reader-limits.h \
  %D%/reader-process.c \
  %D%/reader-process.h \
  %D%/reader-records.c \
  %D%/reader-serve.c \
  %D%/readers-internal.h \
  %D%/readers.c \
  %D%/readers.h \
  %D%/record.h \
  %D%/sandbox.c \
  %D%/sandbox.h \
  %D%/unflatten-code.c \
  %D%/unflatten-take.c \
  %D%/unflatten.c \
  %D%/unflatten.h
