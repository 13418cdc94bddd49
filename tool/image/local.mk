# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Image: one image, from opening it to its changed copy.

noinst_LIBRARIES += %D%/libimage.a
%C%_libimage_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libimage_a_SOURCES = \
  %D%/common-options.c \
  %D%/image-edit.h \
  %D%/image-consumer.c \
  %D%/image-detached.c \
  %D%/image-eh-frame-hdr.c \
  %D%/image-edit.c \
  %D%/image-tell.c
