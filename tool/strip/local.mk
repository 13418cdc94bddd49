# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Strip: sfmerge strip.

noinst_LIBRARIES += %D%/libstrip.a
%C%_libstrip_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libstrip_a_SOURCES = \
  %D%/cmd-strip.c \
  %D%/cmd-strip.h \
  %D%/strip-content.c \
  %D%/strip-content.h
