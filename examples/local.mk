# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# The sample that quickstart merges, and programs that use the engine.

# They see the public header and the library alone, as the programs of users.
if EXAMPLES
check_PROGRAMS += \
  %D%/jit %D%/linker %D%/profile %D%/register %D%/remote %D%/walk
endif
example_cppflags = -iquote $(top_srcdir)/include
%C%_jit_CPPFLAGS = $(example_cppflags)
%C%_jit_SOURCES = %D%/frame.h %D%/jit.c
%C%_jit_LDADD = merger/libmerger.la
%C%_linker_CPPFLAGS = $(example_cppflags)
%C%_linker_SOURCES = \
  %D%/linker-image.c %D%/linker-inputs.c %D%/linker.c %D%/linker.h \
  %D%/object.h
%C%_linker_LDADD = merger/libmerger.la
%C%_profile_CPPFLAGS = $(example_cppflags)
%C%_profile_SOURCES = \
  %D%/detached.h %D%/frame.h %D%/mapped.h %D%/profile.c %D%/samples.h
%C%_profile_LDADD = merger/libmerger.la
%C%_register_CPPFLAGS = $(example_cppflags)
%C%_register_SOURCES = %D%/register.c
%C%_register_LDADD = merger/libmerger.la
%C%_remote_CPPFLAGS = $(example_cppflags)
%C%_remote_SOURCES = %D%/detached.h %D%/frame.h %D%/traced.h %D%/remote.c
%C%_remote_LDADD = merger/libmerger.la
%C%_walk_CPPFLAGS = $(example_cppflags)
%C%_walk_SOURCES = %D%/frame.h %D%/walk.c
%C%_walk_LDADD = merger/libmerger.la
%C%_walk_LDFLAGS = $(AM_LDFLAGS) -export-dynamic

# The manual names them where they are installed.
examplesdir = $(pkgdatadir)/examples
dist_examples_DATA = \
  %D%/detached.h %D%/embed.cc %D%/frame.h %D%/jit.c %D%/linker-image.c \
  %D%/linker-inputs.c %D%/linker.c %D%/linker.h %D%/mapped.h \
  %D%/object.h %D%/profile.c %D%/register.c %D%/remote.c %D%/samples.h \
  %D%/traced.h %D%/walk.c

EXTRA_DIST += %D%/apple.c %D%/orchard.c %D%/orchard.h %D%/tree.c
