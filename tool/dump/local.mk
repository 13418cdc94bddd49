# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sfmerge dump.

noinst_LIBRARIES += %D%/libdump.a
%C%_libdump_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libdump_a_SOURCES = \
  %D%/cmd-dump.c \
  %D%/dump.h \
  %D%/dump-at.c \
  %D%/dump-image.c \
  %D%/dump-json.c \
  %D%/dump-object.c \
  %D%/dump-readelf.c \
  %D%/dump-starts.c \
  %D%/dump-text.c \
  %D%/dump-walk.c
