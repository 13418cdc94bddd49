# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Describe: the rows of each function of an image, from the first source that
# says them exactly.

noinst_LIBRARIES += %D%/libdescribe.a
%C%_libdescribe_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libdescribe_a_SOURCES = \
  %D%/describe-code.c \
  %D%/describe-frames.c \
  %D%/describe-go.c \
  %D%/describe.h \
  %D%/describe-lost.c \
  %D%/describe.c \
  %D%/made-piece.c \
  %D%/proven-rows.c \
  %D%/proven-rows.h
