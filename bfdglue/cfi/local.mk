# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Cfi: the call frame information of an image.

noinst_LIBRARIES += %D%/libcfi.a
%C%_libcfi_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libcfi_a_SOURCES = \
  %D%/cfi-limits.h \
  %D%/eh-frame.c \
  %D%/eh-frame.h \
  %D%/first-described.c \
  %D%/first-described.h \
  %D%/frame-relocs.c \
  %D%/frame-relocs.h \
  %D%/packed-section.c \
  %D%/packed-section.h \
  %D%/synth-counts.c \
  %D%/synth-counts.h \
  %D%/synth-proof.c \
  %D%/synth-proof.h \
  %D%/undescribable.c \
  %D%/undescribable.h
