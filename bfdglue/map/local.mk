# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Map: link maps of all linkers.

noinst_LIBRARIES += %D%/libmap.a
%C%_libmap_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libmap_a_SOURCES = \
  %D%/link-map.c \
  %D%/link-map.h \
  %D%/map-find.c \
  %D%/map-gnu.c \
  %D%/map-limits.h \
  %D%/map-match.c \
  %D%/map-path.c \
  %D%/map-table.c \
  %D%/map-text.c
