# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Base: memory, sets, sorts, threads, diagnostics, and the numbers and ABIs of
# ELF.  It needs no other room.

noinst_LIBRARIES += %D%/libbase.a
%C%_libbase_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(installed_cppflags)
%C%_libbase_a_SOURCES = \
  %D%/ranges.c \
  %D%/sorted.h \
  %D%/base-limits.h \
  %D%/paged.h \
  %D%/process.h \
  %D%/child.c \
  %D%/diag.h \
  %D%/diag.c \
  %D%/elf-abi.h \
  %D%/function-list.c \
  %D%/function-list.h \
  %D%/installed.c \
  %D%/installed.h \
  %D%/sorted.c \
  %D%/linker-options.c \
  %D%/linker-options.h \
  %D%/text.h \
  %D%/paged.c \
  %D%/poison.h \
  %D%/pool.c \
  %D%/pool.h \
  %D%/printable.c \
  %D%/sandbox.c \
  %D%/sandbox-limits.c \
  %D%/file-memory.c \
  %D%/threads.c
