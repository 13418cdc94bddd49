# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Man page, manual, and the guide to the code.

dist_man_MANS += %D%/sfmerge.1
# A chapter of the manual, or a part of one, is a file.
manual_sources = \
  %D%/sfmerge.texi %D%/manual/aids.texi %D%/manual/builds.texi \
  %D%/manual/check-more.texi %D%/manual/check.texi \
  %D%/manual/command-line.texi %D%/manual/consumers.texi \
  %D%/manual/crt.texi %D%/manual/detached.texi %D%/manual/diff.texi \
  %D%/manual/dump.texi %D%/manual/findings.texi %D%/manual/json.texi \
  %D%/manual/last-calls.texi %D%/manual/library-reference.texi \
  %D%/manual/library.texi %D%/manual/link-json.texi %D%/manual/link.texi \
  %D%/manual/losses.texi %D%/manual/performance.texi %D%/manual/places.texi \
  %D%/manual/plt.texi %D%/manual/plugin.texi %D%/manual/readers.texi \
  %D%/manual/repair.texi %D%/manual/reserve.texi %D%/manual/room.texi \
  %D%/manual/rules.texi %D%/manual/sframe.texi %D%/manual/signatures.texi \
  %D%/manual/strip.texi %D%/manual/synth.texi %D%/manual/system.texi \
  %D%/manual/tutorial.texi %D%/manual/wrapper.texi
manual_pictures = \
  %D%/performance-commands.svg %D%/performance-engine.svg \
  %D%/performance-files.svg %D%/performance-rows.svg
EXTRA_DIST += %D%/internals.md %D%/performance.txt %D%/system.txt \
  %D%/tables.svg \
  $(manual_sources) $(manual_pictures)

# The manual wants makeinfo; without it everything else is built.  Not
# info_TEXINFOS: that fails the build then.
if TEXINFO
manualdir = $(infodir)
nodist_manual_DATA = %D%/sfmerge.info
CLEANFILES += %D%/sfmerge.info
make_manual = $(MAKEINFO) --no-split -I $(srcdir)/%D% \
  -D 'VERSION $(PACKAGE_VERSION)' $(srcdir)/%D%/sfmerge.texi
%D%/sfmerge.info: $(manual_sources) include/sfmerge.h
	$(AM_V_GEN)$(MKDIR_P) %D% && $(make_manual) -o $@
info-local: %D%/sfmerge.info

# "make html" puts it beside its pictures, to be copied with them.
html-local: %D%/html/sfmerge.html
%D%/html/sfmerge.html: $(manual_sources) $(manual_pictures)
	$(AM_V_GEN)$(MKDIR_P) %D%/html && $(make_manual) --html -o $@ \
	  && for file in $(manual_pictures); do \
	       cp $(srcdir)/$$file %D%/html || exit 1; \
	     done
CLEANFILES += %D%/html/*
endif
