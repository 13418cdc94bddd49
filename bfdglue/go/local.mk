# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Go: the table of functions in programs that Go's linker made.

noinst_LIBRARIES += %D%/libgo.a
%C%_libgo_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libgo_a_SOURCES = \
  %D%/go-find.c \
  %D%/go-function.c \
  %D%/go-limits.h \
  %D%/go-table.h
