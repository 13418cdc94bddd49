# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Link: sfmerge link, and sfmerge reserve, which leaves it room.

noinst_LIBRARIES += %D%/liblink.a
%C%_liblink_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_liblink_a_SOURCES = \
  %D%/cmd-link.c \
  %D%/cmd-reserve.c \
  %D%/link-report.c \
  %D%/link-run.h
