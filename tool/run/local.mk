# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Run: sfmerge run, a command whose links go through the linker wrapper.

noinst_LIBRARIES += %D%/librun.a
%C%_librun_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(JANSSON_CFLAGS)
%C%_librun_a_SOURCES = \
  %D%/cmd-run.c \
  %D%/cmd-run.h \
  %D%/run-environment.c \
  %D%/run-environment.h
