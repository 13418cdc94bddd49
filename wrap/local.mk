# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The linker wrapper: one program, with links for the names of all linkers in a
# directory of its own.  It does not read SFrame or contain libbfd: it runs
# sfmerge as a child.

pkglibexec_PROGRAMS += %D%/bin/ld
wrap_names = ld.bfd ld.gold ld.lld ld.mold ld.wild mold rust-lld wild
wrap_cppflags = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(wrap_rooms:%=-iquote $(top_srcdir)/%)
%C%_bin_ld_CPPFLAGS = $(wrap_cppflags)
wrap_archives = %D%/libwrap.a tool/ui/libui.a bfdglue/files/libfiles.a \
  bfdglue/base/libbase.a
%C%_bin_ld_LDADD = $(wrap_archives) merger/libmerger.la $(ZLIB_LIBS)
%C%_bin_ld_SOURCES = %D%/wrap-main.c

# All but wrap-main.c, for the program and for its fuzz target.
noinst_LIBRARIES += %D%/libwrap.a
%C%_libwrap_a_CPPFLAGS = $(wrap_cppflags)
%C%_libwrap_a_SOURCES = \
  %D%/wrap-describe.c \
  %D%/wrap.h \
  %D%/wrap-run.c
wrap_links = $(wrap_names:%=%D%/bin/%)
# For PATH, which must have no linkers that are not installed.
wrap_path = %D%/bin/path/ld
noinst_DATA += $(wrap_links) $(wrap_path)
CLEANFILES += $(wrap_links) $(wrap_path)
$(wrap_links): %D%/bin/ld$(EXEEXT)
	$(AM_V_at)rm -f $@ && $(LN_S) ld$(EXEEXT) $@
$(wrap_path): %D%/bin/ld$(EXEEXT)
	$(AM_V_at)$(MKDIR_P) %D%/bin/path && cd %D%/bin/path && \
	  rm -f ld && $(LN_S) ../ld$(EXEEXT) ld
install-exec-hook:
	cd '$(DESTDIR)$(pkglibexecdir)' && for name in $(wrap_names); do \
	  rm -f $$name && $(LN_S) ld$(EXEEXT) $$name || exit 1; done
	cd '$(DESTDIR)$(pkglibexecdir)' && $(MKDIR_P) path && cd path && \
	  rm -f ld && $(LN_S) ../ld$(EXEEXT) ld
uninstall-hook:
	for name in $(wrap_names) path/ld; do \
	  rm -f "$(DESTDIR)$(pkglibexecdir)/$$name"; done
	rmdir '$(DESTDIR)$(pkglibexecdir)/path' 2>/dev/null || :
