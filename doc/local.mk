# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Man pages, manual, and the guide to the code.

# The man pages, each made of the section of the manual about its command.
# awk is there wherever configure ran, so the tarball has only the sections.
man_MANS += $(command_pages)
dist_man_MANS = %D%/sframe-tree.1
command_pages = \
  %D%/sfmerge.1 %D%/sfmerge-check.1 %D%/sfmerge-convert.1 \
  %D%/sfmerge-crt.1 %D%/sfmerge-diff.1 %D%/sfmerge-dump.1 \
  %D%/sfmerge-link.1 %D%/sfmerge-repair.1 %D%/sfmerge-reserve.1 \
  %D%/sfmerge-run.1 %D%/sfmerge-strip.1 %D%/sfmerge-synth.1
command_sections = \
  %D%/manual/cmd-sfmerge.texi %D%/manual/cmd-check.texi \
  %D%/manual/cmd-crt.texi %D%/manual/cmd-diff.texi \
  %D%/manual/cmd-dump.texi %D%/manual/cmd-link.texi \
  %D%/manual/cmd-options.texi %D%/manual/cmd-repair.texi \
  %D%/manual/cmd-reserve.texi %D%/manual/cmd-run.texi \
  %D%/manual/cmd-strip.texi %D%/manual/cmd-synth.texi
$(command_pages): $(command_sections) build-aux/make-man.awk
	$(AM_V_GEN)$(MKDIR_P) %D% && page=`basename $@ .1` \
	  && file=`echo $$page | sed 's/^sfmerge-//; s/^convert$$/repair/'` \
	  && $(AWK) -v page=$$page -v release='$(PACKAGE_VERSION)' \
	    -f $(srcdir)/build-aux/make-man.awk \
	    $(srcdir)/%D%/manual/cmd-options.texi \
	    $(srcdir)/%D%/manual/cmd-$$file.texi >$@.new \
	  && mv $@.new $@
CLEANFILES += $(command_pages) %D%/*.1.new
EXTRA_DIST += build-aux/make-man.awk build-aux/make-man3.awk

# Those of the library, of its header's comments: a page for each function, and
# one for each part of the header.
all-local: %D%/man3/libsfmerge.3
%D%/man3/libsfmerge.3: $(include_HEADERS) $(parts_HEADERS) build-aux/make-man3.awk
	$(AM_V_GEN)rm -rf %D%/man3 && $(MKDIR_P) %D%/man3 \
	  && $(AWK) -v folder=%D%/man3 -v release='$(PACKAGE_VERSION)' \
	    -f $(srcdir)/build-aux/make-man3.awk \
	    $(include_HEADERS:%=$(srcdir)/%) \
	    $(parts_HEADERS:%=$(srcdir)/%)
install-data-local: install-man3 $(install_manual)
.PHONY: install-man3 uninstall-man3 clean-man3
install-man3: %D%/man3/libsfmerge.3
	$(MKDIR_P) $(DESTDIR)$(mandir)/man3
	$(INSTALL_DATA) %D%/man3/*.3 $(DESTDIR)$(mandir)/man3
uninstall-hook: uninstall-man3
uninstall-man3:
	rm -f $(DESTDIR)$(mandir)/man3/libsfmerge*.3 $(DESTDIR)$(mandir)/man3/sfm_*.3
clean-local: clean-man3
clean-man3:
	rm -rf %D%/man3

# A section of the manual, or a few, is a file.
manual_sources = \
  %D%/sfmerge.texi %D%/manual/builds.texi %D%/manual/case-autotools.texi \
  %D%/manual/case-binary.texi %D%/manual/case-cargo.texi \
  %D%/manual/case-clang.texi %D%/manual/case-cmake.texi \
  %D%/manual/case-distribution.texi %D%/manual/case-go.texi \
  %D%/manual/case-link.texi %D%/manual/case-lto.texi \
  %D%/manual/case-make.texi %D%/manual/case-meson.texi \
  %D%/manual/case-musl.texi %D%/manual/case-objects.texi \
  %D%/manual/case-programs.texi %D%/manual/cases.texi \
  %D%/manual/cmd-check.texi %D%/manual/cmd-crt.texi %D%/manual/cmd-diff.texi \
  %D%/manual/cmd-dump.texi %D%/manual/cmd-link.texi \
  %D%/manual/cmd-options.texi %D%/manual/cmd-repair.texi \
  %D%/manual/cmd-reserve.texi %D%/manual/cmd-run.texi \
  %D%/manual/cmd-sfmerge.texi %D%/manual/cmd-strip.texi \
  %D%/manual/cmd-synth.texi %D%/manual/consumers.texi \
  %D%/manual/described.texi %D%/manual/findings.texi %D%/manual/fleet.texi \
  %D%/manual/json.texi %D%/manual/library.texi %D%/manual/merge.texi \
  %D%/manual/performance.texi %D%/manual/plugin.texi %D%/manual/room.texi \
  %D%/manual/sample.texi %D%/manual/sframe.texi %D%/manual/trouble.texi
manual_pictures = \
  %D%/lookup.svg %D%/performance-commands.svg \
  %D%/performance-engine.svg %D%/performance-files.svg \
  %D%/performance-readers.svg %D%/performance-rows.svg %D%/tables.svg
# The same in letters, for info.
manual_drawings = %D%/lookup.txt %D%/tables.txt
EXTRA_DIST += %D%/coverage.md %D%/internals.md %D%/porting.md %D%/messages.txt %D%/performance.txt %D%/system.txt \
  %D%/manual.css \
  $(manual_sources) $(manual_pictures) $(manual_drawings)

# The manual: for info, and pages of HTML beside their pictures.  The tarball has
# both, so that makeinfo is not needed; a clone without it builds everything
# else.  Not info_TEXINFOS: that fails the build then.
if MANUAL
manualdir = $(infodir)
nodist_manual_DATA = %D%/sfmerge.info

# The pages are made when they are installed, not by each "make".
# AM_UPDATE_INFO_DIR=no says that a package manager keeps the directory of all
# manuals.
manual_html_dir = $(DESTDIR)$(htmldir)/html
install-html-local: %D%/html/index.html
	$(MKDIR_P) '$(manual_html_dir)'
	from=%D%/html; test -f $$from/index.html || from=$(srcdir)/%D%/html; \
	  $(INSTALL_DATA) $$from/*.html $$from/*.svg '$(manual_html_dir)'
install_manual = install-html-local
install-data-hook:
	@if $(am__can_run_installinfo); then \
	  install-info --info-dir='$(DESTDIR)$(infodir)' \
	    '$(DESTDIR)$(infodir)/sfmerge.info' || :; \
	fi
uninstall-local:
	rm -rf '$(manual_html_dir)'
	@if $(am__can_run_installinfo); then \
	  install-info --info-dir='$(DESTDIR)$(infodir)' --remove \
	    '$(DESTDIR)$(infodir)/sfmerge.info' || :; \
	fi
endif

dist-hook: dist-manual
.PHONY: dist-manual
dist-manual:
if MANUAL
	@$(MAKE) $(AM_MAKEFLAGS) %D%/sfmerge.info %D%/html/index.html
	@from=; test -f %D%/html/index.html || from=$(srcdir)/; \
	  $(MKDIR_P) $(distdir)/%D%/html \
	  && cp -p $${from}%D%/html/*.html $${from}%D%/html/*.svg \
	       $(distdir)/%D%/html \
	  && cp -p $${from}%D%/sfmerge.info $(distdir)/%D%
else
	@echo 'make dist: the tarball has the manual; makeinfo is missing' >&2
	@exit 1
endif

if TEXINFO
CLEANFILES += %D%/sfmerge.info %D%/sfmerge.pdf
manual_options = -I $(srcdir)/%D% -D 'VERSION $(PACKAGE_VERSION)'
make_manual = $(MAKEINFO) $(manual_options) $(srcdir)/%D%/sfmerge.texi
%D%/sfmerge.info: $(manual_sources) $(manual_drawings) include/sfmerge/base.h
	$(AM_V_GEN)$(MKDIR_P) %D% && $(make_manual) --no-split -o $@
info-local: %D%/sfmerge.info

# "make html" makes a page for each section, beside its pictures, to be copied
# with them.
html-local: %D%/html/index.html
	@echo 'The manual is in %D%/html/index.html'
%D%/html/index.html: $(manual_sources) $(manual_pictures) %D%/manual.css
	$(AM_V_GEN)$(MKDIR_P) %D%/html && rm -f %D%/html/*.html \
	  && $(make_manual) --html --split=section \
	       --css-include=$(srcdir)/%D%/manual.css -o %D%/html \
	  && for file in $(manual_pictures); do \
	       cp $(srcdir)/$$file %D%/html || exit 1; \
	     done
CLEANFILES += %D%/html/*

# "make pdf" wants TeX, and rsvg-convert of librsvg, as TeX reads no SVG.
pdf-local: %D%/sfmerge.pdf
%D%/sfmerge.pdf: $(manual_sources) $(manual_pictures)
	$(AM_V_GEN)$(MKDIR_P) %D%/pdf && for file in $(manual_pictures); do \
	    name=`basename $$file .svg`; \
	    rsvg-convert -f pdf -o %D%/pdf/$$name.pdf $(srcdir)/$$file \
	      || exit 1; \
	  done \
	  && texi2pdf --build=clean --quiet -I $(srcdir)/%D% -I %D%/pdf \
	    --command='@set VERSION $(PACKAGE_VERSION)' \
	    -o $@ $(srcdir)/%D%/sfmerge.texi
CLEANFILES += %D%/pdf/*.pdf
else
# The tarball has info and HTML already.
info-local html-local:
	@test -f $(srcdir)/%D%/html/index.html || { \
	  echo 'The manual needs makeinfo, which configure has not found:' \
	    'install texinfo, and run configure again.' >&2; exit 1; }
	@echo 'The manual is in $(srcdir)/%D%/html/index.html'
endif
