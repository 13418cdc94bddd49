# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Ui: options, messages, output, worker processes and lists of files.

noinst_LIBRARIES += %D%/libui.a
%C%_libui_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_libui_a_SOURCES = \
  %D%/color.c \
  %D%/color.h \
  %D%/document.c \
  %D%/document.h \
  %D%/engine-options.c \
  %D%/engine-options.h \
  %D%/excludes.c \
  %D%/excludes.h \
  %D%/file-list.c \
  %D%/file-list.h \
  %D%/file-visit.c \
  %D%/file-visit.h \
  %D%/directory-walk.c \
  %D%/directory-walk.h \
  %D%/foreign-files.c \
  %D%/foreign-files.h \
  %D%/json-text.c \
  %D%/json-text.h \
  %D%/losses.c \
  %D%/losses.h \
  %D%/option-error.c \
  %D%/option-rules.c \
  %D%/options.c \
  %D%/options.h \
  %D%/outbuf-json.c \
  %D%/outbuf-json.h \
  %D%/outbuf-shell.c \
  %D%/outbuf-shell.h \
  %D%/outbuf.c \
  %D%/outbuf.h \
  %D%/parts.c \
  %D%/parts.h \
  %D%/progress.c \
  %D%/progress.h \
  %D%/readable.c \
  %D%/readable.h \
  %D%/report.c \
  %D%/report.h \
  %D%/response-file.c \
  %D%/response-file.h \
  %D%/standard.c \
  %D%/standard.h \
  %D%/suggest.c \
  %D%/suggest.h \
  %D%/version.c \
  %D%/version.h \
  %D%/ui-limits.h \
  %D%/workers-files.c \
  %D%/workers-internal.h \
  %D%/workers-notes.c \
  %D%/workers-shift.c \
  %D%/workers-show.c \
  %D%/workers.c \
  %D%/workers.h
