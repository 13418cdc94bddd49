# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The command line, and the linker wrapper.  The program holds the engine itself rather than using
# the shared library: it runs from the build folder as it is, and it may call
# what the next release of the library only offers.

bin_PROGRAMS += sfmerge
sfmerge_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/bfdglue \
  -iquote $(top_srcdir)/%D% $(JANSSON_CFLAGS)
sfmerge_LDADD = $(glue_libs) merger/libmerger.la $(JANSSON_LIBS)
sfmerge_SOURCES = \
  %D%/check-against.c \
  %D%/check-file.c \
  %D%/check-file.h \
  %D%/check-image.c \
  %D%/check-json.c \
  %D%/check-object.c \
  %D%/check-options.c \
  %D%/check-text-coverage.c \
  %D%/check-text-put.c \
  %D%/check-text.c \
  %D%/check-text.h \
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
  %D%/engine-options.c \
  %D%/engine-options.h \
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
  %D%/parts.c \
  %D%/parts.h \
  %D%/progress.c \
  %D%/progress.h \
  %D%/repair-archive.c \
  %D%/repair-content.c \
  %D%/repair-gzip.c \
  %D%/repair-image.c \
  %D%/repair-job.h \
  %D%/repair-object.c \
  %D%/repair-options.c \
  %D%/repair-tell.c \
  %D%/repair-thin.c \
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

# What stands for the linkers in a folder of its own, one program under all
# names.  It reads no SFrame and holds no BFD: sfmerge runs as its child.
pkglibexec_PROGRAMS += %D%/wrap/ld
wrap_names = ld.bfd ld.gold ld.lld ld.mold
%C%_wrap_ld_CPPFLAGS = $(base_cppflags) \
  -iquote $(top_srcdir)/include -iquote $(top_srcdir)/bfdglue \
  -iquote $(top_srcdir)/%D%
%C%_wrap_ld_LDADD = bfdglue/libbfdglue.a merger/libmerger.la
%C%_wrap_ld_SOURCES = \
  %D%/report.c \
  %D%/report.h \
  %D%/response-file.c \
  %D%/response-file.h \
  %D%/wrap-args.c \
  %D%/wrap-copies.c \
  %D%/wrap-copies.h \
  %D%/wrap-find.c \
  %D%/wrap-find.h \
  %D%/wrap-inputs.c \
  %D%/wrap-inputs.h \
  %D%/wrap-job.h \
  %D%/wrap-lazy.c \
  %D%/wrap-line.c \
  %D%/wrap-line.h \
  %D%/wrap-lto.c \
  %D%/wrap-main.c \
  %D%/wrap-options.c \
  %D%/wrap-options.h \
  %D%/wrap-run.c \
  %D%/wrap-run.h \
  %D%/wrap-script.c \
  %D%/wrap-script.h \
  %D%/wrap-steps.c \
  %D%/wrap-text.c \
  %D%/wrap-text.h \
  %D%/wrap-thin.c \
  %D%/wrap-thin.h \
  %D%/wrap-traces.c \
  %D%/wrap-traces.h
wrap_links = $(wrap_names:%=%D%/wrap/%)
noinst_DATA += $(wrap_links)
CLEANFILES += $(wrap_links)
$(wrap_links): %D%/wrap/ld$(EXEEXT)
	$(AM_V_at)rm -f $@ && $(LN_S) ld$(EXEEXT) $@
install-exec-hook:
	cd '$(DESTDIR)$(pkglibexecdir)' && for name in $(wrap_names); do \
	  rm -f $$name && $(LN_S) ld$(EXEEXT) $$name || exit 1; done
uninstall-hook:
	for name in $(wrap_names); do \
	  rm -f "$(DESTDIR)$(pkglibexecdir)/$$name"; done
