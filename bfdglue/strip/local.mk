# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Strip: remove SFrame from objects and images.

noinst_LIBRARIES += %D%/libstrip.a
%C%_libstrip_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libstrip_a_SOURCES = \
  %D%/strip-find.c \
  %D%/strip.h \
  %D%/strip-layout.c \
  %D%/strip-limits.h \
  %D%/strip-symbols.c \
  %D%/strip-tables.c \
  %D%/strip-users.c \
  %D%/strip-verify-tables.c \
  %D%/strip-verify.c \
  %D%/strip-write.c \
  %D%/strip.c
