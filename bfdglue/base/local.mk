# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (C) 2026 the sfmerge authors
#
# Base: memory, sets, sorts, threads, diagnostics, and the numbers and ABIs of
# ELF.  It needs no other room.

noinst_LIBRARIES += %D%/libbase.a
%C%_libbase_a_CPPFLAGS = $(base_cppflags) -iquote $(top_srcdir)/%D% \
  $(%C%_rooms:%=-iquote $(top_srcdir)/%) $(installed_cppflags)
%C%_libbase_a_SOURCES = \
  %D%/address-ranges.c \
  %D%/address-ranges.h \
  %D%/base-limits.h \
  %D%/byte-changes.c \
  %D%/byte-changes.h \
  %D%/byte-range.h \
  %D%/child-process.c \
  %D%/child-process.h \
  %D%/child.c \
  %D%/child.h \
  %D%/deadly-signals.c \
  %D%/deadly-signals.h \
  %D%/diag-queue.c \
  %D%/diag-queue.h \
  %D%/diag.c \
  %D%/diag.h \
  %D%/elf-abi.h \
  %D%/elf-codec.h \
  %D%/elf-machine.c \
  %D%/elf-machine.h \
  %D%/function-list.c \
  %D%/function-list.h \
  %D%/installed.c \
  %D%/installed.h \
  %D%/keyed-sort.c \
  %D%/keyed-sort.h \
  %D%/large-pages.c \
  %D%/large-pages.h \
  %D%/link-count.c \
  %D%/link-count.h \
  %D%/linker-options.c \
  %D%/linker-options.h \
  %D%/memory-file.c \
  %D%/memory-file.h \
  %D%/numbers.h \
  %D%/paged.c \
  %D%/paged.h \
  %D%/poison.h \
  %D%/pool.c \
  %D%/pool.h \
  %D%/printable.c \
  %D%/printable.h \
  %D%/put-text.c \
  %D%/put-text.h \
  %D%/read-write.c \
  %D%/read-write.h \
  %D%/sandbox.c \
  %D%/sandbox.h \
  %D%/sorted.h \
  %D%/sparse.c \
  %D%/sparse.h \
  %D%/string-set.c \
  %D%/string-set.h \
  %D%/temporary.c \
  %D%/temporary.h \
  %D%/text-list.c \
  %D%/text-list.h \
  %D%/text.h \
  %D%/threads.c \
  %D%/threads.h \
  %D%/zeros.h
