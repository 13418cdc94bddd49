# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Fill: functions of an image that only its call frame information describes.

noinst_LIBRARIES += %D%/libfill.a
%C%_libfill_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libfill_a_SOURCES = \
  %D%/fill-described.c \
  %D%/fill-internal.h \
  %D%/fill-lost.c \
  %D%/fill-piece.c \
  %D%/image-fill.c \
  %D%/image-fill.h
