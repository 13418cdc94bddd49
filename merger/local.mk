# SPDX-License-Identifier: MIT
# Copyright (C) 2026 the sfmerge authors
#
# The engine: libmerger.la for the program and the tests, libsfmerge for
# others.

include_HEADERS += include/sfmerge.h

engine_cppflags = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/%D% \
  -iquote $(top_srcdir)/%D%/cfi

noinst_LTLIBRARIES += %D%/libmerger.la
%C%_libmerger_la_CPPFLAGS = $(engine_cppflags)
%C%_libmerger_la_SOURCES = \
  include/sfmerge.h \
  %D%/account.c \
  %D%/bytes.h \
  %D%/cfi/cfi-cie.c \
  %D%/cfi/cfi-cie.h \
  %D%/cfi/cfi-compare.c \
  %D%/cfi/cfi-correct.c \
  %D%/cfi/cfi-digest.c \
  %D%/cfi/cfi-expression.c \
  %D%/cfi/cfi-instructions.h \
  %D%/cfi/cfi-pointer.c \
  %D%/cfi/cfi-pointer.h \
  %D%/cfi/cfi-program.c \
  %D%/cfi/cfi-quick.c \
  %D%/cfi/cfi-quick.h \
  %D%/cfi/cfi-record.c \
  %D%/cfi/cfi-rows.c \
  %D%/cfi/cfi-state.c \
  %D%/cfi/cfi-state.h \
  %D%/check-blocks.c \
  %D%/check-decode.c \
  %D%/check-fde.c \
  %D%/check-header.c \
  %D%/check-memory.c \
  %D%/check-order.c \
  %D%/check-quick.c \
  %D%/check-report.c \
  %D%/check-rows.c \
  %D%/check-words.c \
  %D%/check.c \
  %D%/check.h \
  %D%/collect-quick.c \
  %D%/collect.c \
  %D%/compact.c \
  %D%/compare.c \
  %D%/compare.h \
  %D%/convert.c \
  %D%/convert.h \
  %D%/cursor.h \
  %D%/dedup.c \
  %D%/effective.c \
  %D%/effective.h \
  %D%/extend.c \
  %D%/fde-digest.c \
  %D%/fde.c \
  %D%/fde.h \
  %D%/func.c \
  %D%/hash.h \
  %D%/inline.h \
  %D%/layout.c \
  %D%/memory.c \
  %D%/memory.h \
  %D%/merge.c \
  %D%/merger.c \
  %D%/merger.h \
  %D%/order.c \
  %D%/output-format.h \
  %D%/overlap.c \
  %D%/parallel.c \
  %D%/parallel.h \
  %D%/piece.c \
  %D%/plt-aarch64.c \
  %D%/plt-amd64.c \
  %D%/plt-s390x.c \
  %D%/plt.c \
  %D%/plt.h \
  %D%/rebuild.c \
  %D%/resolve.c \
  %D%/rows.c \
  %D%/rows.h \
  %D%/rules-hash.h \
  %D%/rules.c \
  %D%/rules.h \
  %D%/same.c \
  %D%/shrink.c \
  %D%/shrink.h \
  %D%/sized.c \
  %D%/sized.h \
  %D%/split.c \
  %D%/status.c \
  %D%/status.h \
  %D%/survey.c \
  %D%/verify.c \
  %D%/write.c

lib_LTLIBRARIES += %D%/libsfmerge.la
%C%_libsfmerge_la_SOURCES =
%C%_libsfmerge_la_LIBADD = %D%/libmerger.la
# CURRENT:REVISION:AGE.  A release that changes code adds 1 to REVISION; one
# that adds to the interface sets REVISION 0 and adds 1 to CURRENT and AGE;
# one that removes or alters sets REVISION and AGE 0 and adds 1 to
# CURRENT.  -no-undefined: the engine needs only the C library.
%C%_libsfmerge_la_LDFLAGS = -no-undefined -version-info 0:0:0
if VERSION_SCRIPT
%C%_libsfmerge_la_LDFLAGS += \
  -Wl,--version-script=$(top_srcdir)/%D%/sfmerge.map
endif
EXTRA_%C%_libsfmerge_la_DEPENDENCIES = %D%/sfmerge.map
EXTRA_DIST += %D%/sfmerge.map
