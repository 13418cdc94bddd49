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
  %D%/eh-frame-hdr.c \
  %D%/eh-frame-hdr.h \
  %D%/packed-section.c \
  %D%/synth-proof.c \
  %D%/undescribable.c
