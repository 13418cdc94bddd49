# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Linker scripts for users to pass to their linker, the script that package
# managers run, and the examples of the manual.  They are copied into the build
# tree, as a program run from there prints that directory (--print-data).

dist_pkgdata_DATA += %D%/discard.ld %D%/keep.ld
dist_pkgdata_SCRIPTS = %D%/sframe-tree
# Its version is that of the sfmerge which prints where it is.
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT += %D%/sframe-tree
all-local: built-aids
.PHONY: built-aids clean-aids
built-aids:
	@test -f %D%/local.mk || { $(MKDIR_P) %D% \
	  && cp -f $(srcdir)/%D%/discard.ld $(srcdir)/%D%/keep.ld \
	    $(srcdir)/%D%/sframe-tree %D%; }
	@$(MKDIR_P) %D%/examples && cd $(srcdir) \
	  && cp -f $(dist_examples_DATA) $(abs_top_builddir)/%D%/examples
clean-local: clean-aids
clean-aids:
	rm -rf %D%/examples
	test -f %D%/local.mk || rm -rf %D%
