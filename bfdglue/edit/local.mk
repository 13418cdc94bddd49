# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Edit: find room in an image, change a copy, and verify the copy.

noinst_LIBRARIES += %D%/libedit.a
%C%_libedit_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libedit_a_SOURCES = \
  %D%/address-users.c \
  %D%/choose-location.c \
  %D%/detached-file.c \
  %D%/detached-file.h \
  %D%/detached-read.c \
  %D%/edit-internal.h \
  %D%/edit-limits.h \
  %D%/free-range.c \
  %D%/free-space.c \
  %D%/image-change.h \
  %D%/insert-pages.c \
  %D%/make-room.c \
  %D%/patch.c \
  %D%/phdr-apply.c \
  %D%/phdr-displace.c \
  %D%/phdr-new-load.c \
  %D%/phdr-plan.c \
  %D%/rewrite-image.c \
  %D%/section-order.c \
  %D%/verify-image.c \
  %D%/verify-layout.c
