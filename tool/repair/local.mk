# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Repair: sfmerge repair, convert, synth and strip.

noinst_LIBRARIES += %D%/librepair.a
%C%_librepair_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_librepair_a_SOURCES = \
  %D%/cmd-repair.c \
  %D%/repair-content.c \
  %D%/repair-file.c \
  %D%/repair-files.c \
  %D%/repair-image.c \
  %D%/repair-limits.h \
  %D%/repair-object.c \
  %D%/repair-run.h \
  %D%/repair-totals.c
