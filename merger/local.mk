# SPDX-License-Identifier: MIT
# Copyright (C) 2026 the sfmerge authors
#
# The engine: libmerger.la for the program and the tests, libsfmerge for
# others.

include_HEADERS += include/sfmerge.h
partsdir = $(includedir)/sfmerge
parts_HEADERS = \
  include/sfmerge/base.h \
  include/sfmerge/build.h \
  include/sfmerge/cfi.h \
  include/sfmerge/check.h \
  include/sfmerge/find.h \
  include/sfmerge/merge.h \
  include/sfmerge/plt.h \
  include/sfmerge/read.h

engine_cppflags = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/%D% \
  -iquote $(top_srcdir)/%D%/build -iquote $(top_srcdir)/%D%/cfi \
  -iquote $(top_srcdir)/%D%/find

# Libtool takes eight times as long as the linker alone.  A program that is not
# installed does without it, if it links the archive that libtool made.  As
# libtool does, it takes no notice of flags that only compilations have.
engine_archive = %D%/.libs/libmerger.a
plain_link = $(CCLD) $(AM_CFLAGS) $(CFLAGS) \
  -Wno-unused-command-line-argument $(AM_LDFLAGS) $(LDFLAGS) -o $@
$(engine_archive): %D%/libmerger.la ;

noinst_LTLIBRARIES += %D%/libmerger.la
%C%_libmerger_la_CPPFLAGS = $(engine_cppflags)
%C%_libmerger_la_SOURCES = \
  include/sfmerge.h \
  include/sfmerge-tool.h \
  %D%/account.c \
  %D%/blocks.c \
  %D%/blocks.h \
  %D%/build/build-cfi.c \
  %D%/build/build-function.c \
  %D%/build/build-refusal.c \
  %D%/build/build-rows.c \
  %D%/build/build-table.c \
  %D%/build/builder.h \
  %D%/build/build-words.c \
  %D%/build/build-write.c \
  %D%/build/builder.c \
  %D%/bytes.h \
  %D%/cfi/cfi-state.h \
  %D%/cfi/cfi-compare.c \
  %D%/cfi/cfi-expression.c \
  %D%/cfi/cfi-pointer.c \
  %D%/cfi/cfi-program.c \
  %D%/cfi/cfi-record.c \
  %D%/cfi/cfi-rows.c \
  %D%/cfi/cfi-usual.c \
  %D%/cfi/cfi-usual.h \
  %D%/check-blocks.c \
  %D%/check-decode.c \
  %D%/check-fde.c \
  %D%/check-header.c \
  %D%/check-order.c \
  %D%/check-quick.c \
  %D%/check-rows.c \
  %D%/check-words.c \
  %D%/check.c \
  %D%/checker.h \
  %D%/collect-quick.c \
  %D%/collect.c \
  %D%/rows.h \
  %D%/convert.c \
  %D%/dedup.c \
  %D%/digest-cache.h \
  %D%/effective.c \
  %D%/extend.c \
  %D%/fde-digest.c \
  %D%/fde.c \
  %D%/fde.h \
  %D%/find/find-fde.c \
  %D%/find/find-image.c \
  %D%/find/find-rules.c \
  %D%/find/find-window.h \
  %D%/func.c \
  %D%/engine.h \
  %D%/layout.c \
  %D%/engine.c \
  %D%/merge.c \
  %D%/merger.c \
  %D%/merger.h \
  %D%/order.c \
  %D%/output-format.h \
  %D%/overlap.c \
  %D%/piece.c \
  %D%/plt-forms.c \
  %D%/plt.c \
  %D%/plt-forms.h \
  %D%/rebuild.c \
  %D%/resolve.c \
  %D%/rows.c \
  %D%/shrink.c \
  %D%/split.c \
  %D%/status.c \
  %D%/survey.c \
  %D%/verify.c \
  %D%/write.c

lib_LTLIBRARIES += %D%/libsfmerge.la
%C%_libsfmerge_la_SOURCES =
%C%_libsfmerge_la_LIBADD = %D%/libmerger.la
# CURRENT:REVISION:AGE.  A release that changes code adds 1 to REVISION; one
# that adds to the interface sets REVISION 0 and adds 1 to CURRENT and AGE;
# one that removes or alters sets REVISION and AGE 0 and adds 1 to CURRENT, so
# that the soname is another, libsfmerge.so.(CURRENT - AGE).  check-abi says which
# it is.  -no-undefined: the engine needs only the C library.
%C%_libsfmerge_la_LDFLAGS = $(HARDEN_LDFLAGS) -no-undefined -version-info 2:0:1
if VERSION_SCRIPT
%C%_libsfmerge_la_LDFLAGS += \
  -Wl,--version-script=$(top_srcdir)/%D%/sfmerge.map
endif
EXTRA_%C%_libsfmerge_la_DEPENDENCIES = %D%/sfmerge.map
EXTRA_DIST += %D%/sfmerge.abi %D%/sfmerge.map

# The loader finds a library in a directory like /usr/local/lib only by its
# cache.  A package, which has DESTDIR, leaves that to its package manager.
install-exec-hook: library-cache
.PHONY: library-cache
library-cache:
	@test -n '$(DESTDIR)' \
	  || PATH="$$PATH:/sbin:/usr/sbin" ldconfig 2>/dev/null || :
