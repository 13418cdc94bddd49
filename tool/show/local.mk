# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Show .sframe: sfmerge dump, and sfmerge diff, what two files have.

noinst_LIBRARIES += %D%/libshow.a
%C%_libshow_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libshow_a_SOURCES = \
  %D%/cmd-diff.c \
  %D%/cmd-dump.c \
  %D%/diff-compare.c \
  %D%/diff-file.c \
  %D%/diff-json.c \
  %D%/diff-object.c \
  %D%/diff-options.c \
  %D%/diff-text.c \
  %D%/diff.h \
  %D%/dump-image.c \
  %D%/dump-json.c \
  %D%/dump-rows.c \
  %D%/dump-starts.c \
  %D%/dump-text.c \
  %D%/dump-walk.c \
  %D%/dump.h
