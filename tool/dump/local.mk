# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sfmerge dump.

noinst_LIBRARIES += %D%/libdump.a
%C%_libdump_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libdump_a_SOURCES = \
  %D%/cmd-dump.c \
  %D%/cmd-dump.h \
  %D%/dump-start-base.c \
  %D%/dump-start-base.h \
  %D%/dump-apply.c \
  %D%/dump-at-image.c \
  %D%/dump-at-object.c \
  %D%/dump-at.c \
  %D%/dump-at.h \
  %D%/dump-blocks.c \
  %D%/dump-blocks.h \
  %D%/dump-file.h \
  %D%/dump-image.c \
  %D%/dump-json.c \
  %D%/dump-json.h \
  %D%/dump-object.c \
  %D%/dump-readelf.c \
  %D%/dump-starts.c \
  %D%/dump-starts.h \
  %D%/dump-text.c \
  %D%/dump-walk.c \
  %D%/dump-walk.h \
  %D%/dump-wanted.c \
  %D%/dump-wanted.h
