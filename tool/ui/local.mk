# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Ui: options, messages, output, worker processes and lists of files.

noinst_LIBRARIES += %D%/libui.a
%C%_libui_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libui_a_SOURCES = \
  %D%/report.h \
  %D%/document.c \
  %D%/options.h \
  %D%/file-list.h \
  %D%/file-list.c \
  %D%/file-visit.c \
  %D%/directory-walk.c \
  %D%/option-error.c \
  %D%/options.c \
  %D%/options-help.c \
  %D%/outbuf.c \
  %D%/progress.c \
  %D%/readable.c \
  %D%/report.c \
  %D%/response-file.c \
  %D%/standard.c \
  %D%/ui-limits.h \
  %D%/workers-internal.h \
  %D%/workers-shift.c \
  %D%/workers.c \
  %D%/workers.h
