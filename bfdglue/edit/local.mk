# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Edit: find free space in an image, change a copy, and verify the copy.

noinst_LIBRARIES += %D%/libedit.a
%C%_libedit_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libedit_a_SOURCES = \
  %D%/address-users.c \
  %D%/apply-change.c \
  %D%/choose-location.c \
  %D%/detached-code.c \
  %D%/detached-file.c \
  %D%/detached-file.h \
  %D%/detached-name.c \
  %D%/detached-read.c \
  %D%/detached-same.c \
  %D%/find-insertion.c \
  %D%/free-range.c \
  %D%/free-space.h \
  %D%/free-space.c \
  %D%/free-tail.c \
  %D%/edit-limits.h \
  %D%/image-change.h \
  %D%/insert-pages.c \
  %D%/phdr-plan.h \
  %D%/make-room.c \
  %D%/patch.c \
  %D%/phdr-apply.c \
  %D%/phdr-displace.c \
  %D%/phdr-new-load.c \
  %D%/phdr-plan.c \
  %D%/phdr-reuse.c \
  %D%/phdr-section.c \
  %D%/phdr-tell.c \
  %D%/phdr-why.c \
  %D%/rewrite-image.c \
  %D%/rewrite-name.c \
  %D%/section-order.c \
  %D%/section-tags.c \
  %D%/try-location.c \
  %D%/verify-image.c \
  %D%/verify-insertion.c \
  %D%/verify-layout.c
