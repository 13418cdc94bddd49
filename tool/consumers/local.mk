# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The consumers of SFrame data: what each reads, and verdicts on files.

noinst_LIBRARIES += %D%/libconsumers.a
%C%_libconsumers_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libconsumers_a_SOURCES = \
  %D%/consumer-facts.c \
  %D%/consumer-facts.h \
  %D%/consumer-file.c \
  %D%/consumer-file.h \
  %D%/consumer-rules.c \
  %D%/consumer-rules.h \
  %D%/consumer-verdict.c \
  %D%/consumer-verdict.h \
  %D%/consumers-limits.h \
  %D%/consumers.c \
  %D%/consumers.h
