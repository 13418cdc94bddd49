# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Pieces: the existing SFrame data of an image, and the address of each of its
# functions; code that linkers generate (PLT, veneers, thunks), and functions
# for it.

noinst_LIBRARIES += %D%/libpieces.a
%C%_libpieces_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libpieces_a_SOURCES = \
  %D%/fde-cover.c \
  %D%/piece-rows.c \
  %D%/image-context.c \
  %D%/image-context.h \
  %D%/pieces-find.c \
  %D%/pieces-functions.c \
  %D%/pieces-internal.h \
  %D%/pieces-limits.h \
  %D%/pieces.h \
  %D%/pieces.c \
  %D%/plt-code.c \
  %D%/plt-code.h \
  %D%/plt-existing.c \
  %D%/plt-find.c \
  %D%/plt-stubs.c \
  %D%/row-proof.c \
  %D%/rules-digest.c \
  %D%/start-base.c
