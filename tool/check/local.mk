# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# sfmerge check.

noinst_LIBRARIES += %D%/libcheck.a
%C%_libcheck_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libcheck_a_SOURCES = \
  %D%/cmd-check.h \
  %D%/check-against.c \
  %D%/check-described.c \
  %D%/check-file.c \
  %D%/check-image.c \
  %D%/check-json.c \
  %D%/check-object.c \
  %D%/check-options.c \
  %D%/check-text.c \
  %D%/check-totals.c \
  %D%/cmd-check.c \
  %D%/html-files.c \
  %D%/html-map.c \
  %D%/html-page.c \
  %D%/html-report.h \
  %D%/html-report.c \
  %D%/html-write.c
