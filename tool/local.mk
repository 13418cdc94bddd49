# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The command line.  The program holds the engine itself rather than using
# the shared library: it runs from the build folder as it is, and it may call
# what the next release of the library only offers.

bin_PROGRAMS += sfmerge
sfmerge_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/bfdglue \
  -iquote $(top_srcdir)/%D% $(JANSSON_CFLAGS) \
  -DPLUGIN_PATH='"$(pkglibdir)/sfmerge-plugin.so"'
sfmerge_LDADD = $(glue_libs) merger/libmerger.la $(JANSSON_LIBS)
sfmerge_SOURCES = \
  %D%/check-file.c \
  %D%/check-file.h \
  %D%/check-image.c \
  %D%/check-json.c \
  %D%/check-object.c \
  %D%/check-options.c \
  %D%/check-text.c \
  %D%/cmd-check.c \
  %D%/cmd-check.h \
  %D%/cmd-dump.c \
  %D%/cmd-dump.h \
  %D%/cmd-link.c \
  %D%/cmd-link.h \
  %D%/cmd-repair.c \
  %D%/cmd-repair.h \
  %D%/cmd-reserve.c \
  %D%/cmd-reserve.h \
  %D%/common-options.c \
  %D%/common-options.h \
  %D%/consumers.c \
  %D%/consumers.h \
  %D%/dump-anchor.c \
  %D%/dump-anchor.h \
  %D%/dump-apply.c \
  %D%/dump-blocks.c \
  %D%/dump-blocks.h \
  %D%/dump-file.h \
  %D%/dump-image.c \
  %D%/dump-json.c \
  %D%/dump-json.h \
  %D%/dump-names.c \
  %D%/dump-names.h \
  %D%/dump-object.c \
  %D%/dump-readelf.c \
  %D%/dump-rules.c \
  %D%/dump-starts.c \
  %D%/dump-starts.h \
  %D%/dump-text.c \
  %D%/dump-walk.c \
  %D%/dump-walk.h \
  %D%/file-list.c \
  %D%/file-list.h \
  %D%/file-visit.c \
  %D%/file-visit.h \
  %D%/image-job.c \
  %D%/image-job.h \
  %D%/image-tell.c \
  %D%/json-text.c \
  %D%/json-text.h \
  %D%/link-job.c \
  %D%/link-job.h \
  %D%/link-options.c \
  %D%/losses.c \
  %D%/losses.h \
  %D%/main.c \
  %D%/options.c \
  %D%/options.h \
  %D%/outbuf-json.c \
  %D%/outbuf-json.h \
  %D%/outbuf.c \
  %D%/outbuf.h \
  %D%/progress.c \
  %D%/progress.h \
  %D%/repair-archive.c \
  %D%/repair-gzip.c \
  %D%/repair-image.c \
  %D%/repair-job.h \
  %D%/repair-object.c \
  %D%/repair-options.c \
  %D%/repair-tell.c \
  %D%/report.c \
  %D%/report.h \
  %D%/reserve-size.c \
  %D%/reserve-size.h \
  %D%/response-file.c \
  %D%/response-file.h \
  %D%/verdict-rules.c \
  %D%/verdict-rules.h \
  %D%/verdict.c \
  %D%/verdict.h \
  %D%/workers.c \
  %D%/workers.h
