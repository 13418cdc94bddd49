# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Repair: sfmerge repair and convert.

noinst_LIBRARIES += %D%/librepair.a
%C%_librepair_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_librepair_a_SOURCES = \
  %D%/cmd-repair.c \
  %D%/cmd-repair.h \
  %D%/repair-archive.c \
  %D%/repair-content.c \
  %D%/repair-file.c \
  %D%/repair-files.c \
  %D%/repair-image.c \
  %D%/repair-judge.c \
  %D%/repair-limits.h \
  %D%/repair-run.h \
  %D%/repair-strip.c \
  %D%/repair-object.c \
  %D%/repair-options.c \
  %D%/repair-thin.c \
  %D%/repair-totals.c \
  %D%/repair-try.c \
  %D%/repair-twins.c
