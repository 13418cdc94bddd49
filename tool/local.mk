# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The command line.  The program contains the engine instead of using the
# shared library, so it runs from the build directory without a libtool
# wrapper, and may call functions that only the next release of the library
# exports.

include tool/ui/local.mk
include tool/consumers/local.mk
include tool/image/local.mk
include tool/link/local.mk
include tool/repair/local.mk
include tool/check/local.mk
include tool/show/local.mk

# Completions of shells, which ask the program for its tables of options.
bash_completiondir = $(datadir)/bash-completion/completions
dist_bash_completion_DATA = %D%/completions/sfmerge
zsh_completiondir = $(datadir)/zsh/site-functions
dist_zsh_completion_DATA = %D%/completions/_sfmerge
fish_completiondir = $(datadir)/fish/vendor_completions.d
dist_fish_completion_DATA = %D%/completions/sfmerge.fish

# Commands that are scripts of the shell.  They are copied into the build tree,
# as a program that runs there finds them there.
dist_pkglibexec_SCRIPTS += %D%/scripts/sfmerge-crt %D%/scripts/sfmerge-run
AM_INSTALLCHECK_STD_OPTIONS_EXEMPT += $(dist_pkglibexec_SCRIPTS)
all-local: built-scripts
.PHONY: built-scripts clean-scripts
built-scripts:
	@test -f %D%/local.mk || { $(MKDIR_P) %D%/scripts \
	  && cp -f $(dist_pkglibexec_SCRIPTS:%=$(srcdir)/%) %D%/scripts; }
clean-local: clean-scripts
clean-scripts:
	test -f %D%/local.mk || rm -rf %D%/scripts

# All but main.c, for the program and for the fuzz target.
noinst_LIBRARIES += %D%/libcommands.a
%C%_libcommands_a_CPPFLAGS = $(sfmerge_CPPFLAGS)
%C%_libcommands_a_SOURCES = %D%/commands.c %D%/commands.h \
  %D%/completion.c \
  %D%/scripts.c
tool_archives = %D%/libcommands.a \
  %D%/show/libshow.a \
  %D%/check/libcheck.a \
  %D%/repair/librepair.a \
  %D%/link/liblink.a \
  %D%/image/libimage.a \
  %D%/consumers/libconsumers.a \
  %D%/ui/libui.a

bin_PROGRAMS += sfmerge
sfmerge_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(tool_rooms:%=-iquote $(top_srcdir)/%)
sfmerge_LDADD = $(tool_archives) $(glue_libs) merger/libmerger.la \
  $(JANSSON_LIBS)
sfmerge_SOURCES = %D%/main.c
