# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Plt: code that linkers generate (PLT, veneers, thunks), and functions for it;
# with that, all that is read of a linked image.

noinst_LIBRARIES += %D%/libplt.a
%C%_libplt_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libplt_a_SOURCES = \
  %D%/image-context.c \
  %D%/image-context.h \
  %D%/plt-code.c \
  %D%/plt-code.h \
  %D%/plt-existing.c \
  %D%/plt-find.c \
  %D%/plt-ifunc.c \
  %D%/plt-limits.h \
  %D%/plt-stubs.c
