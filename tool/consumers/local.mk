# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The consumers of SFrame data: what each reads, and verdicts on files.

noinst_LIBRARIES += %D%/libconsumers.a
%C%_libconsumers_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libconsumers_a_SOURCES = \
  %D%/consumers.h \
  %D%/consumer-file.c \
  %D%/consumer-rules.c \
  %D%/consumer-verdict.c \
  %D%/consumers-limits.h \
  %D%/consumers.c
