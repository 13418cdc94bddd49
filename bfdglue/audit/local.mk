# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Findings: errors in the SFrame data of a file, functions that it does not
# describe, and differences from its inputs.

noinst_LIBRARIES += %D%/libaudit.a
%C%_libaudit_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%)
%C%_libaudit_a_SOURCES = \
  %D%/audit-eh-frame.c \
  %D%/audit-functions.c \
  %D%/audit-internal.h \
  %D%/audit-limits.h \
  %D%/audit-object.c \
  %D%/audit-pieces.c \
  %D%/audit-prove.c \
  %D%/audit-relocs.c \
  %D%/audit.c \
  %D%/audit.h \
  %D%/compare-rows.c \
  %D%/coverage.c \
  %D%/finding.c \
  %D%/finding.h
