# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Image: one linked image, read once for all commands.

noinst_LIBRARIES += %D%/libimage.a
%C%_libimage_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libimage_a_SOURCES = \
  %D%/image-context.c \
  %D%/image-context.h
