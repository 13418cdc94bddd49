# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Linker scripts for users to pass to their linker.  They are copied into the
# build tree, as a program run from there prints that directory (--print-data).

dist_pkgdata_DATA += %D%/discard.ld %D%/keep.ld
all-local: built-aids
.PHONY: built-aids clean-aids
built-aids:
	@test -f %D%/local.mk || { $(MKDIR_P) %D% \
	  && cp -f $(srcdir)/%D%/discard.ld $(srcdir)/%D%/keep.ld %D%; }
clean-local: clean-aids
clean-aids:
	test -f %D%/local.mk || rm -rf %D%
