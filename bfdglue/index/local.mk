# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Index: where functions start and what they are called, by .eh_frame and
# symbols.

noinst_LIBRARIES += %D%/libindex.a
%C%_libindex_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libindex_a_SOURCES = \
  %D%/function-index.h \
  %D%/function-index-read.c \
  %D%/function-index.c \
  %D%/index-limits.h \
  %D%/last-calls.c \
  %D%/name-lookup.c
