# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Man page, manual, and the guide to the code.

dist_man_MANS += %D%/sfmerge.1
EXTRA_DIST += %D%/internals.md %D%/sfmerge.texi

# The manual wants makeinfo; without it everything else is built.  Not
# info_TEXINFOS: that fails the build then.
if TEXINFO
manualdir = $(infodir)
nodist_manual_DATA = %D%/sfmerge.info
CLEANFILES += %D%/sfmerge.info
%D%/sfmerge.info: %D%/sfmerge.texi include/sfmerge.h
	$(AM_V_GEN)$(MKDIR_P) %D% && $(MAKEINFO) --no-split \
	  -D 'VERSION $(PACKAGE_VERSION)' -o $@ $(srcdir)/%D%/sfmerge.texi
endif
