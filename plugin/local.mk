# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The linker plugin.  It is loaded into linkers, so it is built without
# sanitizers, whose run-time libraries a linker lacks.  It must not be unloaded
# (plugin.c has the reason).

if PLUGIN
pkglib_LTLIBRARIES += %D%/sfmerge-plugin.la
endif
%C%_sfmerge_plugin_la_CPPFLAGS = $(base_cppflags) $(installed_cppflags) \
  -iquote $(top_srcdir)/%D% -iquote $(top_srcdir)/bfdglue/base
%C%_sfmerge_plugin_la_CFLAGS = $(WARN_CFLAGS) $(HARDEN_CFLAGS) \
  $(PREFIX_MAP_CFLAGS)
%C%_sfmerge_plugin_la_LDFLAGS = $(HARDEN_LDFLAGS) -module -avoid-version -shared \
  -export-symbols-regex '^onload$$' -Wl,-z,nodelete
%C%_sfmerge_plugin_la_LIBADD = $(PLUGIN_LIBS)
%C%_sfmerge_plugin_la_SOURCES = \
  %D%/plugin.h \
  %D%/plugin-options.c \
  %D%/plugin.c \
  bfdglue/base/installed.c \
  bfdglue/base/installed.h \
  bfdglue/base/linker-options.c \
  bfdglue/base/linker-options.h \
  bfdglue/base/printable.c \
  bfdglue/base/text.h
