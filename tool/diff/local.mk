# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sfmerge diff.

noinst_LIBRARIES += %D%/libdiff.a
%C%_libdiff_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libdiff_a_SOURCES = \
  %D%/cmd-diff.c \
  %D%/diff.h \
  %D%/diff-compare.c \
  %D%/diff-file.c \
  %D%/diff-json.c \
  %D%/diff-object.c \
  %D%/diff-options.c \
  %D%/diff-text.c
