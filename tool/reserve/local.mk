# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Reserve: sfmerge reserve.

noinst_LIBRARIES += %D%/libreserve.a
%C%_libreserve_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libreserve_a_SOURCES = \
  %D%/cmd-reserve.c \
  %D%/cmd-reserve.h \
  %D%/reserve-size.c
