# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Crt: sfmerge crt.

noinst_LIBRARIES += %D%/libcrt.a
%C%_libcrt_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libcrt_a_SOURCES = \
  %D%/cmd-crt.c \
  %D%/cmd-crt.h \
  %D%/crt-compiler.c \
  %D%/crt-find.c \
  %D%/crt-limits.h \
  %D%/crt-make.c \
  %D%/crt-script.c \
  %D%/crt.h
