# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Place: find where the functions of the inputs are in the image.

noinst_LIBRARIES += %D%/libplace.a
%C%_libplace_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libplace_a_SOURCES = \
  %D%/absent-sections.c \
  %D%/address-owners.c \
  %D%/address-owners.h \
  %D%/choose-base.c \
  %D%/code-proof.c \
  %D%/code-same.c \
  %D%/code-same.h \
  %D%/code-search.c \
  %D%/code-search.h \
  %D%/file-groups.c \
  %D%/frame-places.c \
  %D%/give-places.c \
  %D%/later-objects.c \
  %D%/name-candidates.c \
  %D%/place-by-map.c \
  %D%/place-limits.h \
  %D%/place-passes.c \
  %D%/place-piece.c \
  %D%/place-record.c \
  %D%/stale-object.c \
  %D%/place-symbols.c \
  %D%/placer-internal.h \
  %D%/placer.h \
  %D%/search-key.c \
  %D%/search-scan.c \
  %D%/section-code.c \
  %D%/section-fits.c \
  %D%/text-section.h \
  %D%/text-sections.c
