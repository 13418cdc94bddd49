# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Place: find where the functions of the inputs are in the image.

noinst_LIBRARIES += %D%/libplace.a
%C%_libplace_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libplace_a_SOURCES = \
  %D%/code-same.c \
  %D%/placer-internal.h \
  %D%/later-objects.c \
  %D%/place-by-map.c \
  %D%/place-by-name.c \
  %D%/place-limits.h \
  %D%/placer.c \
  %D%/place-piece.c \
  %D%/place-record.c \
  %D%/place-symbols.c \
  %D%/placer.h \
  %D%/unplaced.c
